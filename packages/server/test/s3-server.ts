import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3mini } from 's3mini'
import { freeTestPorts } from '../../../scripts/lib/test-ports.ts'

/**
 * A real object store that speaks S3 and checks signatures: OpenStack Swift with `s3api`, from Debian's
 * packages (`swift-proxy swift-account swift-container swift-object memcached`), with one replica in a
 * temporary folder.
 */
export type S3Server = {
  /** The endpoint including the bucket. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Makes requests hang, until `go`. */
  readonly stop: () => void
  readonly go: () => void
  readonly close: () => Promise<void>
}

const PROGRAMS = ['proxy', 'account', 'container', 'object'] as const
const BUCKET = 'texts'
const REGION = 'us-east-1'

/** Whether the programs are installed on this machine. */
export const HAS_S3 =
  [...PROGRAMS.map((name) => `/usr/bin/swift-${name}-server`), '/usr/bin/memcached'].every(existsSync) &&
  existsSync('/etc/swift/swift.conf')

export async function openS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-s3-'))
  const ports = await freeTestPorts(PROGRAMS.length + 1)
  const [proxy = 0, account = 0, container = 0, object = 0, memcached = 0] = ports
  await mkdir(join(folder, 'devices/d1'), { recursive: true })
  const rings = { account, container, object }
  for (const [name, port] of Object.entries(rings)) {
    const builder = join(folder, `${name}.builder`)
    for (const args of [
      ['create', '6', '1', '0'],
      ['add', `r1z1-127.0.0.1:${port}/d1`, '1'],
      ['rebalance'],
    ]) {
      const { status, stderr } = spawnSync('/usr/bin/swift-ring-builder', [builder, ...args])
      if (status !== 0 && args[0] !== 'rebalance') throw new Error(String(stderr))
    }
    await writeFile(join(folder, `${name}.conf`), storageConf(name, port, folder))
  }
  await writeFile(join(folder, 'proxy.conf'), proxyConf(proxy, memcached, folder))
  const children: ChildProcess[] = [
    spawn('/usr/bin/memcached', ['-u', 'nobody', '-l', '127.0.0.1', '-p', String(memcached)], {
      stdio: 'ignore',
    }),
    ...PROGRAMS.map((name) =>
      spawn(`/usr/bin/swift-${name}-server`, [join(folder, `${name}.conf`)], {
        stdio: process.env.DRAGOMAN_TEST_LOG ? 'inherit' : 'ignore',
      }),
    ),
  ]
  const endpoint = `http://127.0.0.1:${proxy}/${BUCKET}`
  const keys = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }
  async function close(): Promise<void> {
    for (const child of children) {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilMade(new S3mini({ ...keys, endpoint, region: REGION, requestAbortTimeout: 5000 }))
  } catch (error) {
    // The caller gets no server to close.
    await close()
    throw error
  }
  return {
    endpoint,
    region: REGION,
    ...keys,
    stop: () => void children.at(1)?.kill('SIGSTOP'),
    go: () => void children.at(1)?.kill('SIGCONT'),
    close,
  }
}

async function untilMade(bucket: S3mini): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    try {
      await bucket.createBucket()
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

function storageConf(name: string, port: number, folder: string): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`
}

function proxyConf(port: number, memcached: number, folder: string): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
`
}
