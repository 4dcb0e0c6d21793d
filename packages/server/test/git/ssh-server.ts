import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freeTestPorts } from '../../../../scripts/lib/test-ports.ts'

/** OpenSSH's own server on a free port of this machine, for the user who runs the tests. */
export type SshServer = {
  readonly port: number
  readonly user: string
  /** Lets a key in from now on. */
  readonly allow: (publicKey: string) => void
  /** Makes the server refuse everyone, or not. */
  readonly setRefusing: (isRefusing: boolean) => void
  /** Replaces the server's host key. */
  readonly replaceHostKey: () => Promise<void>
  readonly close: () => Promise<void>
}

/** It has to be started by its full path; the test setup installs it there. */
const PROGRAM = '/usr/sbin/sshd'

/** Null if the machine has no OpenSSH server. */
export async function openSshServer(): Promise<SshServer | null> {
  if (!existsSync(PROGRAM)) return null
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-sshd-'))
  const { uid, username } = userInfo()
  // Directory for privilege separation, which only root has.
  if (uid === 0) mkdirSync('/run/sshd', { recursive: true })
  const [port = 0] = await freeTestPorts(1)
  const config = join(folder, 'config')
  const makeHostKey = () => {
    for (const end of ['', '.pub']) rmSync(join(folder, `host${end}`), { force: true })
    const made = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'host')])
    if (made.status !== 0) throw new Error(`ssh-keygen: ${made.stderr}`)
  }
  makeHostKey()
  writeFileSync(join(folder, 'authorized'), '', { mode: 0o600 })
  writeFileSync(
    config,
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${join(folder, 'host')}`,
      `AuthorizedKeysFile ${join(folder, 'authorized')}`,
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin prohibit-password',
      'StrictModes no',
      'UsePAM no',
      'PidFile none',
      '',
    ].join('\n'),
  )
  const start = async () => {
    const child = spawn(PROGRAM, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
    await untilListening(port, child, () => said)
    return child
  }
  let allowed = ''
  const setRefusing = (isRefusing: boolean) =>
    writeFileSync(join(folder, 'authorized'), isRefusing ? '' : allowed, { mode: 0o600 })
  let child = await start()
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  return {
    port,
    user: username,
    allow(publicKey) {
      allowed = `${publicKey}\n`
      setRefusing(false)
    },
    setRefusing,
    async replaceHostKey() {
      await stop()
      makeHostKey()
      child = await start()
    },
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilListening(port: number, child: ChildProcess, said: () => string): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until; ) {
    if (child.exitCode !== null) throw new Error(`sshd ended: ${said()}`)
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`sshd does not listen: ${said()}`)
}
