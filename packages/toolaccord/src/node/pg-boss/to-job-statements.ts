/** The time in milliseconds since 1970: the parameter, or that of the database if it is null. */
const timeOf = (parameter: string) =>
  `coalesce(${parameter}::double precision, extract(epoch from clock_timestamp()) * 1000)`

const isKept = (time: string) => `(held.expires_at is null or held.expires_at > ${timeOf(time)})`

/**
 * Returns the statements for the table of a schema. The clock of the database decides which
 * processes kept silent for so long that others may have their jobs.
 */
export function toJobStatements(schema: string, leaseMs: number) {
  const table = `"${schema}"."toolaccord_jobs"`
  const lease = `interval '${leaseMs} milliseconds'`
  const leased = `clock_timestamp() + ${lease}`
  // Nobody can renew a claim while the database is stopped, so all last a while from its start.
  const lastsUntil = `greatest(claimed_until, pg_postmaster_start_time() + ${lease})`
  const isListed = `server = $1 and ($2::text is null or owner = $2)
    and ($3::boolean is null or has_ended = $3) and ${isKept('$4')}`
  return {
    make: [
      // Even with `if not exists`, a role needs the right to make a schema that is there.
      `do $$ begin
        if not exists (select from pg_namespace where nspname = '${schema}') then
          create schema "${schema}";
        end if;
      end $$`,
      `create table if not exists ${table} (
        id text primary key,
        server text not null,
        owner text not null,
        has_ended boolean not null,
        created_at double precision not null,
        changed_at double precision not null,
        expires_at double precision,
        job text not null,
        stop_asked boolean not null default false,
        claimed_by text,
        claimed_until timestamptz)`,
      `create index if not exists toolaccord_jobs_listed
        on ${table} (server, owner, created_at desc)`,
      `create index if not exists toolaccord_jobs_open
        on ${table} (server, created_at desc) where not has_ended`,
      `create index if not exists toolaccord_jobs_expires
        on ${table} (expires_at) where expires_at is not null`,
    ],
    add: `insert into ${table} as held
        (id, server, owner, created_at, changed_at, job, has_ended, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, ${timeOf('$8')} + $9)
      on conflict (id) do update set server = excluded.server, owner = excluded.owner,
        created_at = excluded.created_at, changed_at = excluded.changed_at, job = excluded.job,
        has_ended = excluded.has_ended, expires_at = excluded.expires_at, stop_asked = false,
        claimed_by = null, claimed_until = null
      where not ${isKept('$8')}
      returning id`,
    find: `select job from ${table} held where id = $1 and ${isKept('$2')}`,
    list: `select job from ${table} held where ${isListed} order by created_at desc, id limit $5`,
    count: `select count(*)::int as count
      from (select 1 from ${table} held where ${isListed} limit $5) listed`,
    claim: `update ${table} set claimed_by = $2, claimed_until = ${leased}
      where id = $1 and (claimed_until is null or ${lastsUntil} < clock_timestamp())
      returning id`,
    held: `select 1 as held from ${table}
      where id = $1 and claimed_until is not null and ${lastsUntil} >= clock_timestamp()`,
    renew: `update ${table} set claimed_until = ${leased}
      where id = $1 and claimed_by = $2 returning stop_asked`,
    // A statement whose sender gave up on it may still be run, after one that came later.
    save: `update ${table} set changed_at = $3, job = $4, has_ended = $5,
        expires_at = ${timeOf('$6')} + $7, claimed_until = ${leased}
      where id = $1 and claimed_by = $2 and changed_at <= $3 returning id`,
    release: `update ${table} set claimed_by = null, claimed_until = null
      where id = $1 and claimed_by = $2`,
    askToStop: `update ${table} set stop_asked = true where id = $1`,
    // Rows that another process works on are skipped, so that sweeps never wait for each other.
    sweep: `delete from ${table} where id in (
      select id from ${table} held where not ${isKept('$1')}
      limit 10000 for update skip locked)`,
  }
}
