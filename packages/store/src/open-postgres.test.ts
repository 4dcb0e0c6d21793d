import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from './errors.ts'
import { openStore } from './store.ts'

test.each([
  ['a socket that is missing', `postgres://ann@localhost/shop?host=${join(tmpdir(), 'no-such-folder')}`],
  ['a port where nothing listens', 'postgres://ann@127.0.0.1:1/shop'],
  ['a name that does not exist', 'postgres://ann@nowhere.invalid/shop'],
])('a database behind %s is unavailable', async (_, url) => {
  await expect(openStore({ kind: 'postgres', url })).rejects.toBeInstanceOf(DatabaseUnavailableError)
})
