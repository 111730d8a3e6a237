-- One row an embedder: what it has embedded is kept apart from what others have, in a table of its own with vectors of its
-- dimension, wording_ID, which is made when the embedder first stores something.
CREATE TABLE embedder (
    id         integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    name       text NOT NULL UNIQUE,
    dimensions integer NOT NULL CHECK (dimensions > 0),
    indexed    boolean NOT NULL DEFAULT false, -- whether its wordings have an approximate index
    created_at timestamptz NOT NULL DEFAULT now()
);

-- The pairs as they were when embedded. content is the hash of what the vectors depend on.
CREATE TABLE pair (
    embedder    integer NOT NULL REFERENCES embedder ON DELETE CASCADE,
    id          text NOT NULL,
    question    text NOT NULL,
    paraphrases text[] NOT NULL,
    topic       text NOT NULL,
    notes       text[] NOT NULL,
    sql         text NOT NULL,
    source      text NOT NULL,
    content     bytea NOT NULL,
    PRIMARY KEY (embedder, id)
);

CREATE INDEX pair_topic ON pair (embedder, topic);

-- forget removes everything that is stored for an embedder.
CREATE FUNCTION forget(embedder_name text) RETURNS void
LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    found_id integer;
BEGIN
    DELETE FROM embedder WHERE name = embedder_name RETURNING id INTO found_id;
    IF found_id IS NOT NULL THEN
        EXECUTE format('DROP TABLE IF EXISTS %I', 'wording_' || found_id);
    END IF;
END
$$;
