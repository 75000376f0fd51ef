import type { Migration } from '../../db/migrate.ts';

/** Tables whose changes other processes have to hear of: what is read of them is remembered somewhere. */
const heardTables = [
  'app_passwords',
  'corrections',
  'meta',
  'music_folders',
  'sessions',
  'settings',
  'sources',
  'users',
];

const tellOf = (tables: readonly string[]): string =>
  tables
    .map(
      (table) =>
        `CREATE TRIGGER told AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();`,
    )
    .join('\n  ');

/** Tells everybody who listens, at the commit, and once however many statements there were. */
const tellOfChanges = `
  CREATE FUNCTION tell_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('tonearm_state', TG_TABLE_NAME);
      RETURN NULL;
    END $$;
  ${tellOf(heardTables)}
`;

/** Rows that came with their numbers take part in the counting: what is new gets the next number. */
const countOnFromHere = `
  CREATE FUNCTION count_on_from_here() RETURNS void LANGUAGE plpgsql AS $$
    DECLARE counted record;
    BEGIN
      FOR counted IN
        SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = current_schema() AND is_identity = 'YES' AND column_name = 'id'
      LOOP
        EXECUTE format(
          'SELECT setval(pg_get_serial_sequence(%L, ''id''), greatest(max(id), (SELECT last_value FROM %I)) ) FROM %I HAVING max(id) IS NOT NULL',
          counted.name, counted.name || '_id_seq', counted.name);
      END LOOP;
    END $$;
`;

/** How many attempts to sign in are left, by address and by name, in all processes together; lost with a crash. */
const signInBudgets = `
  CREATE UNLOGGED TABLE sign_in_budgets (
    key text COLLATE "C" PRIMARY KEY, tokens float8 NOT NULL, at timestamptz NOT NULL);
  -- What a budget has by now.
  CREATE FUNCTION sign_in_tokens(wanted text, burst float8, refill float8) RETURNS float8 LANGUAGE sql AS $$
    INSERT INTO sign_in_budgets AS known VALUES (wanted, burst, clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET at = clock_timestamp(),
      tokens = least(burst, known.tokens + extract(epoch FROM clock_timestamp() - known.at) / refill)
    RETURNING tokens $$;
  -- Address, name, reserve: always in this order, so that nobody waits for somebody who waits for them.
  CREATE FUNCTION take_sign_in(
    address text, name text, pair text, address_burst float8, address_refill float8,
    name_burst float8, name_refill float8, reserve_burst float8, reserve_refill float8)
  RETURNS TABLE (source text, seconds float8, spent float8) LANGUAGE plpgsql AS $$
    DECLARE
      of_address float8 := sign_in_tokens('address ' || address, address_burst, address_refill);
      of_name float8 := sign_in_tokens('name ' || name, name_burst, name_refill);
    BEGIN
      source := 'budgets'; seconds := 0;
      IF (of_address < 1 OR of_name < 1) AND EXISTS (SELECT FROM sign_in_budgets WHERE key = 'known ' || pair)
        AND sign_in_tokens('reserve ' || address, reserve_burst, reserve_refill) >= 1 THEN
        source := 'reserve';
        UPDATE sign_in_budgets SET tokens = tokens - 1 WHERE key = 'reserve ' || address;
      ELSIF of_address < 1 THEN
        source := 'none'; seconds := (1 - of_address) * address_refill;
      ELSE
        of_address := of_address - 1;
        UPDATE sign_in_budgets SET tokens = tokens - 1 WHERE key = 'address ' || address;
        IF of_name < 1 THEN source := 'name'; seconds := (1 - of_name) * name_refill;
        ELSE UPDATE sign_in_budgets SET tokens = tokens - 1 WHERE key = 'name ' || name;
        END IF;
      END IF;
      spent := address_burst - of_address;
      -- Budgets that are full again, and who signed in long ago: now and then.
      IF random() < 0.01 THEN
        DELETE FROM sign_in_budgets WHERE key IN (
          SELECT key FROM sign_in_budgets
          WHERE at < clock_timestamp() - CASE WHEN key LIKE 'known %' THEN interval '30 days' ELSE interval '1 hour' END
          LIMIT 1000 FOR UPDATE SKIP LOCKED);
      END IF;
      RETURN NEXT;
    END $$;
  CREATE FUNCTION take_sign_in_of_name(name text, burst float8, refill float8) RETURNS float8 LANGUAGE plpgsql AS $$
    DECLARE tokens_left float8 := sign_in_tokens('name ' || name, burst, refill);
    BEGIN
      IF tokens_left < 1 THEN RETURN (1 - tokens_left) * refill; END IF;
      UPDATE sign_in_budgets SET tokens = tokens - 1 WHERE key = 'name ' || name;
      RETURN 0;
    END $$;
  CREATE FUNCTION sign_in_succeeded(
    address text, name text, pair text, from_reserve int, address_burst float8, name_burst float8, reserve_burst float8)
  RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF from_reserve = 1 THEN
        UPDATE sign_in_budgets SET tokens = least(reserve_burst, tokens + 1) WHERE key = 'reserve ' || address;
      ELSE
        UPDATE sign_in_budgets SET tokens = least(address_burst, tokens + 1) WHERE key = 'address ' || address;
        UPDATE sign_in_budgets SET tokens = least(name_burst, tokens + 1) WHERE key = 'name ' || name;
      END IF;
      INSERT INTO sign_in_budgets VALUES ('known ' || pair, 0, clock_timestamp())
      ON CONFLICT (key) DO UPDATE SET at = clock_timestamp();
    END $$;
`;

const id = 'id int8 GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY';
const text = 'text COLLATE "C"';
const ofUser = 'user_id int8 NOT NULL REFERENCES users(id) ON DELETE CASCADE';

/**
 * Every step of the schema `state` in PostgreSQL, oldest first: what `migrations.ts` makes in SQLite. A step there needs
 * one here. A released step is never edited.
 */
export const postgresStateMigrations: readonly Migration[] = [
  {
    // What people name may be longer than an entry of an index: of such texts there is a number in it.
    name: '0001-first',
    sql: `
      CREATE TABLE meta (key ${text} PRIMARY KEY, value ${text} NOT NULL);
      INSERT INTO meta VALUES ('installation_id', replace(gen_random_uuid()::text, '-', ''));
      CREATE TABLE users (
        ${id}, name ${text} NOT NULL UNIQUE, password_hash ${text} NOT NULL, is_admin int2 NOT NULL,
        theme_base ${text}, theme_accent ${text}, created_at_ms int8 NOT NULL);
      CREATE TABLE sessions (
        ${id}, ${ofUser}, token_hash bytea NOT NULL UNIQUE, scope ${text} NOT NULL,
        parent_id int8 REFERENCES sessions(id) ON DELETE CASCADE,
        client ${text} NOT NULL, created_at_ms int8 NOT NULL, last_used_at_ms int8 NOT NULL,
        expires_at_ms int8 NOT NULL);
      CREATE INDEX sessions_by_user ON sessions (user_id, scope, last_used_at_ms);
      CREATE INDEX sessions_by_parent ON sessions (parent_id) WHERE parent_id IS NOT NULL;
      CREATE TABLE ended_sessions (token_hash bytea PRIMARY KEY, reason ${text} NOT NULL, ended_at_ms int8 NOT NULL);
      CREATE TABLE settings (key ${text} PRIMARY KEY, value ${text} NOT NULL);
      CREATE TABLE sources (${id}, position int8 NOT NULL, name ${text} NOT NULL, source ${text} NOT NULL);
      CREATE TABLE music_folders (${id}, name ${text} NOT NULL, source ${text} NOT NULL);
      CREATE TABLE playlist_contents (
        ${id}, chunk_count int8 NOT NULL, created_at_ms int8 NOT NULL, entry_count int8 NOT NULL DEFAULT 0,
        byte_count int8 NOT NULL DEFAULT 0);
      CREATE TABLE playlist_chunks (
        content_id int8 NOT NULL REFERENCES playlist_contents(id) ON DELETE CASCADE,
        chunk int8 NOT NULL, tracks ${text} NOT NULL, PRIMARY KEY (content_id, chunk));
      CREATE TABLE playlists (
        ${id}, ${ofUser}, name ${text} NOT NULL, content_id int8 NOT NULL REFERENCES playlist_contents(id),
        updated_at_ms int8 NOT NULL, public_id bytea NOT NULL UNIQUE, comment ${text}, is_public int2 NOT NULL,
        created_at_ms int8 NOT NULL, UNIQUE (user_id, name));
      CREATE INDEX playlists_by_content ON playlists (content_id);
      CREATE INDEX playlists_by_public ON playlists (user_id) WHERE is_public = 1;
      CREATE TABLE linked_accounts (
        ${ofUser}, service ${text} NOT NULL, username ${text} NOT NULL, secret bytea NOT NULL,
        linked_at_ms int8 NOT NULL, lapse ${text}, PRIMARY KEY (user_id, service));
      CREATE TABLE outbox (
        ${id}, ${ofUser}, service ${text} NOT NULL, path ${text} NOT NULL, play ${text} NOT NULL,
        played_at int8 NOT NULL, attempts int8 NOT NULL, next_attempt_at_ms int8 NOT NULL, refusal ${text},
        refusal_number int8, created_at_ms int8 NOT NULL, account ${text});
      CREATE UNIQUE INDEX outbox_once ON outbox (user_id, service, played_at, hashtextextended(path, 0));
      CREATE TABLE listens (
        ${id}, ${ofUser}, path ${text} NOT NULL, title ${text}, artist ${text}, album ${text}, played_at int8 NOT NULL);
      CREATE UNIQUE INDEX listens_once ON listens (user_id, played_at, hashtextextended(path, 0));
      CREATE TABLE first_seen (path_key bytea PRIMARY KEY, added_at int8 NOT NULL);
      CREATE TABLE song_ids ("natural" bytea PRIMARY KEY, id bytea NOT NULL UNIQUE);
      CREATE TABLE app_passwords (
        ${id}, ${ofUser}, name ${text} NOT NULL, secret_hash bytea NOT NULL UNIQUE, secret_sealed bytea,
        may_administer int2 NOT NULL, max_bit_rate int8, created_at_ms int8 NOT NULL, last_used_at_ms int8,
        last_client ${text});
      CREATE INDEX app_passwords_by_user ON app_passwords (user_id);
      CREATE TABLE stars (
        ${ofUser}, item bytea NOT NULL, kind ${text} NOT NULL, starred_at_ms int8 NOT NULL, PRIMARY KEY (user_id, item));
      CREATE INDEX stars_by_time ON stars (user_id, kind, starred_at_ms, item);
      CREATE TABLE ratings (
        ${ofUser}, item bytea NOT NULL, kind ${text} NOT NULL, rating int8 NOT NULL, rated_at_ms int8 NOT NULL,
        PRIMARY KEY (user_id, item));
      CREATE INDEX ratings_by_rating ON ratings (user_id, kind, rating, rated_at_ms, item);
      CREATE INDEX ratings_by_item ON ratings (item, rating);
      CREATE TABLE play_counts (
        ${ofUser}, item bytea NOT NULL, kind ${text} NOT NULL, plays int8 NOT NULL, last_played_at_ms int8 NOT NULL,
        PRIMARY KEY (user_id, item));
      CREATE INDEX play_counts_by_plays ON play_counts (user_id, kind, plays, last_played_at_ms, item);
      CREATE INDEX play_counts_by_time ON play_counts (user_id, kind, last_played_at_ms, item);
      CREATE INDEX play_counts_by_item ON play_counts (item, plays);
      CREATE TABLE bookmarks (
        ${ofUser}, song bytea NOT NULL, position_ms int8 NOT NULL, comment ${text}, created_at_ms int8 NOT NULL,
        changed_at_ms int8 NOT NULL, PRIMARY KEY (user_id, song));
      CREATE TABLE play_queues (
        user_id int8 PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
        revision int8 NOT NULL, entry_count int8 NOT NULL, current_index int8 NOT NULL,
        position_ms int8 NOT NULL, changed_by ${text} NOT NULL, changed_at_ms int8 NOT NULL);
      CREATE TABLE play_queue_chunks (
        user_id int8 NOT NULL REFERENCES play_queues(user_id) ON DELETE CASCADE,
        chunk int8 NOT NULL, songs bytea NOT NULL, PRIMARY KEY (user_id, chunk));
      CREATE TABLE corrections (
        ${id}, rule ${text} NOT NULL, about ${text} NOT NULL, made_by ${text} NOT NULL, made_at_ms int8 NOT NULL);
      CREATE TABLE smart_lists (
        ${ofUser}, name ${text} NOT NULL, query ${text} NOT NULL, changed_at_ms int8 NOT NULL,
        PRIMARY KEY (user_id, name));
      CREATE TABLE radio_stations (${id}, name ${text} NOT NULL, stream_url ${text} NOT NULL, home_page_url ${text});
      ${tellOfChanges}
      ${countOnFromHere}
    `,
  },
  {
    name: '0002-several-processes',
    sql: `
      ${tellOf(['linked_accounts', 'outbox'])}
      ${signInBudgets}
    `,
  },
  {
    name: '0003-ids-of-smart-lists',
    sql: 'ALTER TABLE smart_lists ADD COLUMN public_id bytea;',
  },
  {
    // An album that is a folder of loose songs has the folder's id: what is made of folders has ids that nothing else has.
    name: '0004-marks-of-folders',
    sql: `
      UPDATE stars SET item = substr(item, 9) || substr(item, 1, 8) WHERE kind = 'folder';
      UPDATE ratings SET item = substr(item, 9) || substr(item, 1, 8) WHERE kind = 'folder';
    `,
  },
];
