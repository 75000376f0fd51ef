import { join } from 'node:path';
import { startPostgresRelay, startProduct } from '@tonearm/testkit';
import { sleep } from '../trust-product.ts';
import { beginToLeave, endBy, latestAllowed } from './agreeing.ts';
import { beginActing, judgeActs } from './falling.ts';
import { faultsOfReigns } from './reigns.ts';
import type { Scene } from './scene.ts';

/** A database that gives the place of the one that scans to whoever asks: two of them are told of. */
export const electAnybody = async ({ group, findings }: Scene): Promise<void> => {
  await group.database.query(`
    CREATE FUNCTION library.let_go() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.held_until = '-infinity'; RETURN NEW; END $$;
    CREATE TRIGGER let_go BEFORE UPDATE ON library.scan_lease FOR EACH ROW EXECUTE FUNCTION library.let_go();`);
  await sleep(6_000);
  await group.database.query('DROP FUNCTION library.let_go() CASCADE');
  const faults = faultsOfReigns(group.reigns());
  findings.hold('(control) a lease that holds nobody off is told of', faults.length > 0);
};

/** A database that says that it is done before it is: what is lost is told of. */
export const forgetCommits = async (scene: Scene): Promise<void> => {
  const { group, findings } = scene;
  await group.database.query(`ALTER SYSTEM SET synchronous_commit = off`);
  await group.database.query(`ALTER SYSTEM SET wal_writer_delay = '10s'`);
  await group.database.query('SELECT pg_reload_conf()');
  let lost = 0;
  for (let round = 0; round < 5 && lost === 0; round += 1) {
    const acting = beginActing(scene, `c${round}`);
    await sleep(1_500);
    await group.postgres.stopAtOnce();
    const acts = await acting.end();
    await group.postgres.startAgain();
    lost += (await judgeActs(group, acts)).lost.length;
  }
  findings.hold('(control) a database that says too soon that it is done is told of', lost > 0);
  await group.database.query('ALTER SYSTEM RESET ALL');
  await group.database.query('SELECT pg_reload_conf()');
};

/** A process that remembers for ever who may come in, and hears nothing: that is told of. */
export const believeForEver = async (scene: Scene): Promise<void> => {
  const { group, findings } = scene;
  const relay = await startPostgresRelay(group.postgres.url());
  relay.deafen(true);
  try {
    await using product = await startProduct({
      dataFolder: join(group.folder, 'believing'),
      argv: [...group.flags(relay.url), '--roles', 'serve'],
      instead: join(import.meta.dirname, 'believing-process.ts'),
    });
    const way = 'sign out';
    const name = 'leaving-believed';
    const call = await beginToLeave(scene, { name, way });
    await group.client({ product }, call.token).send(call.path);
    await endBy(scene, way, { name, token: call.token });
    const latest = await latestAllowed(group, [{ product }], call);
    findings.hold('(control) a process that remembers for ever who may come in is told of', latest > 1_000);
  } finally {
    await relay.close();
  }
};
