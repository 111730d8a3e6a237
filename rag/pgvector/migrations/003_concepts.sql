-- Names of concepts have vectors as well, in a table of their own for each embedder, concept_ID. Its row in embedder is
-- named "concepts of" and the embedder. A row here says that all names of a vocabulary were embedded.
CREATE TABLE vocabulary (
    embedder   integer NOT NULL REFERENCES embedder ON DELETE CASCADE,
    name       text NOT NULL,
    terms      integer NOT NULL,
    indexed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (embedder, name)
);

CREATE OR REPLACE FUNCTION forget(embedder_name text) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    found_id integer;
BEGIN
    DELETE FROM embedder WHERE name = embedder_name RETURNING id INTO found_id;
    IF found_id IS NOT NULL THEN
        EXECUTE format('DROP TABLE IF EXISTS %I', 'wording_' || found_id);
        EXECUTE format('DROP TABLE IF EXISTS %I', 'concept_' || found_id);
    END IF;
END
$$;
