import pg from 'pg'

/** Ends the connections that carry hints between processes, as a network does that breaks. */
export async function terminateListeners(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dragoman-events'`,
    )
  } finally {
    await client.end()
  }
}
