import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RemoteAddress } from '../../../git/remote-address.ts'
import { unusableRepository } from '../connect/unusable-repository.ts'
import type { GitParts } from '../git-parts.ts'
import { withKeyFolder } from './temporary-folders.ts'

/** A public key of a server or of ours, as OpenSSH writes it. */
export type PublicKey = { readonly type: string; readonly key: string }

const KEYGEN_MS = 15_000
/** For the connection; the server then has the same time again to answer. */
const KEYSCAN_SECONDS = 8
const OUTPUT_BYTES = 64 * 1024

/** Creates an Ed25519 key. Throws `unusable-repository` if there is no `ssh-keygen` or it fails. */
export async function makeDeployKey(
  { searchPath, folder }: Pick<GitParts, 'searchPath' | 'folder'>,
  comment: string,
): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  return withKeyFolder(folder, 'new', async (own) => {
    const file = join(own, 'key')
    const args = ['-q', '-t', 'ed25519', '-N', '', '-C', comment, '-f', file]
    await run('ssh-keygen', args, { searchPath, timeoutMs: KEYGEN_MS })
    const [privateKey, publicKey] = await Promise.all([
      readFile(file, 'utf8'),
      readFile(`${file}.pub`, 'utf8'),
    ])
    return { privateKey, publicKey: publicKey.trim() }
  })
}

/**
 * Returns the keys of an SSH server, requested from the one address that was checked. Throws
 * `unusable-repository`, and OutgoingError for an address that cannot be reached.
 */
export async function scanHostKeys(
  { searchPath, outgoing }: Pick<GitParts, 'searchPath' | 'outgoing'>,
  { host, port }: Pick<RemoteAddress, 'host' | 'port'>,
): Promise<readonly PublicKey[]> {
  const pinned = await outgoing.resolve(host)
  const args = ['-T', String(KEYSCAN_SECONDS), '-p', String(port), '-t', 'ed25519,ecdsa,rsa', '--', pinned]
  const output = await run('ssh-keyscan', args, { searchPath, timeoutMs: 2.5 * KEYSCAN_SECONDS * 1000 })
  const keys = new Map<string, PublicKey>()
  for (const line of output.split('\n')) {
    const [, type, key] = /^[^#\s]\S* (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line.trim()) ?? []
    if (type !== undefined && key !== undefined) keys.set(`${type} ${key}`, { type, key })
  }
  if (keys.size === 0) throw unusableRepository('unreachable', { host })
  return [...keys.values()]
}

/** Returns `SHA256:…`, as `ssh` shows it. */
export function fingerprintOf(key: string): string {
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64')
  return `SHA256:${digest.replace(/=+$/, '')}`
}

function run(
  program: 'ssh-keygen' | 'ssh-keyscan',
  args: readonly string[],
  { searchPath, timeoutMs }: { readonly searchPath: string; readonly timeoutMs: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      env: { PATH: searchPath, LC_ALL: 'C' },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: OUTPUT_BYTES,
    } as const
    const child = execFile(program, args, options, (error, stdout) => {
      if (error === null) return resolve(stdout)
      // A server without a key of one type is not a failure of ssh-keyscan.
      if (program === 'ssh-keyscan' && error.code !== 'ENOENT') return resolve(stdout)
      reject(unusableRepository(error.code === 'ENOENT' ? 'no-ssh' : 'key-not-made', { program }))
    })
    child.stdin?.end()
  })
}
