-- Statements that must be refused, a paragraph each. The first line says how: "select" for what is no single
-- SELECT, "forbidden" for what the gate knows, "refused" for what DuckDB's own parser or binder explains, "limit"
-- for what runs into a limit; then words that the refusal must hold. FILE is the database's own file.

-- select
SELECT 1; ATTACH 'FILE' AS again (READ_WRITE)

-- select
SELECT 1;

COPY person TO 'people.parquet' (FORMAT parquet)

-- select
/* SELECT 1 */ DROP TABLE person -- ; SELECT 1

-- select
WITH x AS (SELECT 1) DELETE FROM person

-- select
WITH x AS (SELECT 1) INSERT INTO death SELECT 1, DATE '2009-01-01'

-- select
WITH x AS (SELECT 1) UPDATE person SET year_of_birth = 0

-- select
INSERT INTO death VALUES (1, NULL) RETURNING person_id

-- select
DELETE FROM person RETURNING person_id

-- select
MERGE INTO death USING person ON death.person_id = person.person_id WHEN MATCHED THEN DELETE

-- select
TRUNCATE person

-- select
CREATE OR REPLACE TABLE person AS SELECT 1 AS person_id

-- select
CREATE SCHEMA evil

-- select
CREATE SEQUENCE s

-- select
CREATE INDEX i ON person (person_id)

-- select
CREATE TYPE mood AS ENUM ('a')

-- select
CREATE SECRET s (TYPE s3, KEY_ID 'x', SECRET 'y')

-- select
CREATE PERSISTENT SECRET s (TYPE s3, KEY_ID 'x', SECRET 'y')

-- select
DROP SECRET s

-- select
DROP SCHEMA results CASCADE

-- select
DROP VIEW women

-- select
COMMENT ON TABLE person IS 'x'

-- select
ALTER TABLE person DROP COLUMN year_of_birth

-- select
ALTER TABLE person SET (x = 1)

-- select
COPY death FROM 'deaths.csv'

-- select
COPY FROM DATABASE cdm TO other

-- select
COPY (SELECT * FROM person) TO 's3://bucket/people.parquet'

-- select
EXPORT DATABASE '/tmp/out' (FORMAT parquet)

-- select
ATTACH ':memory:' AS m

-- select
ATTACH 'https://example.org/x.duckdb' AS remote

-- select
ATTACH 'host=localhost' AS pg (TYPE postgres)

-- select
ATTACH 'other.db' (TYPE sqlite)

-- select
DETACH DATABASE IF EXISTS cdm

-- select
FORCE INSTALL httpfs

-- select
INSTALL spatial FROM community

-- select
LOAD '/tmp/evil.duckdb_extension'

-- select
UPDATE EXTENSIONS

-- select
SET GLOBAL enable_external_access = true

-- select
SET SESSION threads = 64

-- select
SET search_path = 'results'

-- select
SET temp_directory = '/etc'

-- select
SET allow_unsigned_extensions = true

-- select
SET extension_directory = '/tmp'

-- select
SET custom_extension_repository = 'http://example.org'

-- select
SET home_directory = '/root'

-- select
SET log_query_path = '/tmp/queries.log'

-- select
SET profiling_output = '/tmp/profile.json'

-- select
RESET enable_external_access

-- select
RESET VARIABLE x

-- select
PRAGMA table_info('person')

-- select
PRAGMA show_tables

-- select
PRAGMA version

-- select
PRAGMA enable_object_cache

-- select
PRAGMA memory_limit = '100GB'

-- select
PRAGMA import_database('x')

-- select
PRAGMA force_checkpoint

-- select
CALL duckdb_settings()

-- select
CALL force_checkpoint()

-- select
CALL disable_logging()

-- select
EXPLAIN SELECT 1

-- select
EXPLAIN (FORMAT json) SELECT 1

-- select
DEALLOCATE x

-- select
BEGIN; DROP TABLE person; COMMIT

-- select
COMMIT

-- select
ROLLBACK

-- select
ABORT

-- select
VACUUM ANALYZE person

-- select
SHOW ALL TABLES

-- select
SHOW DATABASES

-- select
DESCRIBE SELECT * FROM person

-- select
SUMMARIZE SELECT * FROM person

-- forbidden can't be checked
UNPIVOT person ON person_id INTO NAME n VALUE v

-- select
SELECT * FROM (SUMMARIZE person)

-- select
SELECT x.column_name FROM (DESCRIBE person) AS x WHERE EXISTS (SELECT 1)

-- forbidden reads files
FROM read_csv('/etc/passwd')

-- forbidden reads files
SELECT * FROM READ_CSV_AUTO('/etc/passwd', header = false)

-- forbidden reads files
SELECT * FROM "read_text"('/proc/self/environ')

-- forbidden reads files
SELECT * FROM read_text(['/etc/passwd', '/etc/group'])

-- forbidden reads files
SELECT * FROM read_ndjson('x')

-- forbidden reads files
SELECT * FROM read_json_objects('http://169.254.169.254/latest/meta-data')

-- forbidden reads files
SELECT * FROM read_parquet('hf://datasets/x/y.parquet')

-- forbidden reads files
SELECT * FROM parquet_schema('x.parquet')

-- forbidden reads files
SELECT * FROM parquet_kv_metadata('x.parquet')

-- forbidden reads files
SELECT * FROM parquet_file_metadata('x.parquet')

-- forbidden reads files
SELECT * FROM parquet_bloom_probe('x.parquet', 'a', 1)

-- forbidden reads files
SELECT p.person_id FROM person p, LATERAL (SELECT content FROM read_text('/etc/passwd') WHERE p.person_id > 0) AS f

-- forbidden reads files
SELECT 1 FROM person GROUP BY (SELECT MAX(size) FROM read_blob('x'))

-- forbidden reads files
SELECT 1 FROM person HAVING (SELECT COUNT(*) FROM read_text('x')) > 0

-- forbidden reads files
SELECT 1 FROM person QUALIFY ROW_NUMBER() OVER (PARTITION BY (SELECT size FROM read_blob('x'))) = 1

-- forbidden reads files
SELECT CASE WHEN EXISTS (SELECT 1 FROM read_text('x')) THEN 1 END FROM person

-- forbidden reads files
SELECT COUNT(*) FILTER (WHERE EXISTS (SELECT 1 FROM read_text('x'))) FROM person

-- forbidden reads files
WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r, read_text('x')) SELECT * FROM r

-- forbidden reads files
SELECT 1 WHERE 1 IN (SELECT 1 UNION SELECT 2 EXCEPT SELECT size FROM read_blob('x'))

-- forbidden reads files
SELECT 1 OFFSET (SELECT COUNT(*) FROM read_blob('x'))

-- forbidden reads files
(SELECT 1) UNION BY NAME (SELECT * FROM read_csv('x'))

-- forbidden only tables of the database
SELECT * FROM './people.csv'

-- forbidden only tables of the database
SELECT * FROM 'C:\Users\x\people.csv'

-- forbidden only tables of the database
SELECT * FROM 'people*.parquet'

-- forbidden only tables of the database
SELECT * FROM 'http://example.org/x.csv'

-- forbidden only tables of the database
SELECT * FROM 'data.json' j JOIN person p ON p.person_id = j.id

-- forbidden only tables of the database
SELECT * FROM "~/.ssh/id_rsa"

-- forbidden only tables of the database
SELECT (SELECT COUNT(*) FROM 'x.parquet') FROM person

-- refused does not exist
SELECT * FROM duckdb_functions

-- forbidden only tables of the database
SELECT * FROM duckdb_columns WHERE table_name = 'person'

-- forbidden only tables of the database
SELECT * FROM pg_tables

-- forbidden only tables of the database
SELECT * FROM information_schema.columns

-- forbidden only tables of the database
SELECT * FROM sqlite_schema

-- forbidden only tables of the database
SELECT * FROM pragma_database_list

-- refused does not exist
SELECT * FROM temp.information_schema.schemata

-- forbidden only tables of the database
SELECT * FROM pg_catalog.pg_settings

-- forbidden lists files
SELECT * FROM glob('/home/*/.ssh/*')

-- forbidden lists files
SELECT COUNT(*) FROM GLOB('**')

-- forbidden SQL from a string
SELECT * FROM query('SELECT * FROM read_text(''/etc/passwd'')')

-- forbidden SQL from a string
SELECT * FROM query('SEL' || 'ECT 1')

-- forbidden by a string
SELECT * FROM query_table('/etc/passwd')

-- forbidden by a string
SELECT * FROM query_table(['person', 'death'], true)

-- forbidden SQL as data
SELECT json_deserialize_sql(json_serialize_sql('SELECT 1'))

-- forbidden not on the list
SELECT json_serialize_plan('SELECT 1')

-- forbidden settings or structure
SELECT * FROM duckdb_extensions()

-- forbidden settings or structure
SELECT * FROM duckdb_tables()

-- forbidden settings or structure
SELECT * FROM duckdb_memory()

-- forbidden settings or structure
SELECT * FROM duckdb_temporary_files()

-- forbidden settings or structure
SELECT * FROM duckdb_variables()

-- forbidden settings or structure
SELECT * FROM duckdb_logs()

-- forbidden settings or structure
SELECT * FROM pragma_storage_info('person')

-- forbidden settings or structure
SELECT * FROM pragma_user_agent()

-- forbidden settings
SELECT current_setting('temp_directory')

-- forbidden settings
SELECT person_id FROM person WHERE current_setting('memory_limit') = '1'

-- forbidden session
SELECT current_database(), current_schema()

-- forbidden session
SELECT current_user

-- forbidden session
SELECT COUNT(*) FROM person WHERE name = session_user

-- forbidden session
SELECT current_catalog

-- forbidden session
SELECT current_schema

-- forbidden session
SELECT current_role

-- forbidden session
SELECT in_search_path('cdm', 'main')

-- forbidden it writes
SELECT person_id, nextval('ids') FROM person

-- forbidden it writes
SELECT write_log('x', level := 'error') FROM person

-- forbidden it writes
SELECT * FROM checkpoint('cdm')

-- forbidden changes settings
SELECT * FROM disable_profiling()

-- forbidden changes settings
SELECT setseed(0.1), COUNT(*) FROM person

-- forbidden another result
SELECT uuid()

-- forbidden another result
SELECT * FROM person ORDER BY random() LIMIT 1

-- forbidden another result
SELECT gen_random_uuid()

-- forbidden any size
SELECT rpad('x', 2000000000, 'y')

-- forbidden any size
SELECT format('{:>1000000000}', 'x')

-- forbidden any size
SELECT bar(1, 0, 1, 1000000000)

-- forbidden any size
SELECT list_value(repeat('x', person_id)) FROM person

-- forbidden any size
SELECT len(generate_series(0, 100000000000))

-- forbidden any size
SELECT regexp_replace(name, '.', name || name, 'g') FROM person

-- forbidden interrupted
SELECT damerau_levenshtein(a.name, b.name) FROM person a, person b

-- forbidden interrupted
SELECT jaro_winkler_similarity(name, name) FROM person

-- forbidden not on the list
SELECT list_reduce([1, 2, 3], (a, b) -> a + b)

-- forbidden not on the list
SELECT list_filter([1, 2], x -> x > 1)

-- refused does not exist
SELECT write_blob('x')

-- forbidden only functions of the main schema
SELECT pg_catalog.current_setting('threads')

-- forbidden can't be checked
SELECT * FROM person TABLESAMPLE reservoir(10)

-- select
SELECT * FROM (PIVOT (SELECT * FROM read_csv('x')) ON a USING COUNT(*))

-- forbidden can't be checked
SELECT ?

-- forbidden can't be checked
SELECT $name

-- forbidden not been looked up
SELECT COUNT(*) FROM person WHERE gender_concept_id NOT IN ([observation@x])

-- refused pg_read_file
SELECT pg_read_file('/etc/passwd')

-- refused lo_import
SELECT lo_import('/etc/passwd')

-- refused dblink
SELECT * FROM dblink('host=x', 'SELECT 1') AS t(a int)

-- refused xp_cmdshell
SELECT xp_cmdshell('whoami')

-- refused load_file
SELECT load_file('/etc/passwd')

-- refused load_extension
SELECT load_extension('/tmp/evil.so')

-- refused sqlite_scan
SELECT * FROM sqlite_scan('x.db', 't')

-- refused postgres_query
SELECT * FROM postgres_query('db', 'SELECT 1')

-- refused http_get
SELECT http_get('http://example.org')

-- refused shell
SELECT shell('id')

-- refused syntax error
SELECT * FROM person INTO OUTFILE '/tmp/x'

-- refused syntax error
.read /etc/passwd

-- refused concealed
SELECT * FROM "concealed"

-- limit
SELECT COUNT(*) FROM person a, person b, person c, person d WHERE a.name || b.name || c.name || d.name = 'x'

-- limit
WITH RECURSIVE r(n) AS (SELECT 1::BIGINT UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) FROM r

-- limit
SELECT SUM(a.i % 7) FROM range(1000000000000) AS a(i)

-- limit
SELECT MAX(md5(a.name || b.name || c.name)) FROM person a, person b, person c
