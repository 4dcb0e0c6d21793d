import { api } from '@dragoman/contract'
import { actorId } from '@dragoman/core'
import { type GitForge, type GitMode, type GitSettings, projectBySlug } from '@dragoman/store'
import { readAllowedAddress } from '../../src/outgoing/allowed-addresses.ts'
import { sealForgeToken } from '../../src/sources/git/access/git-secrets.ts'
import { writeKnownHosts } from '../../src/sources/git/access/known-hosts.ts'
import { sealSignIn } from '../../src/sources/git/access/sign-in.ts'
import { requireNewKey, storeKey } from '../../src/sources/git/access/sign-in-of-input.ts'
import { connectRepository } from '../../src/sources/git/connect/connect-repository.ts'
import { type FolderProject, overServer } from '../folder-project.ts'
import { openTestServer, type TestServer, type TestServerOptions } from '../test-server.ts'
import { type GitServer, openGitServer, type TestRepository } from './git-server.ts'
import type { SshServer } from './ssh-server.ts'

export type GitProject = Omit<FolderProject, 'locales' | 'write' | 'read'> & {
  readonly git: GitServer
  readonly repository: TestRepository
  readonly sourceId: number
  readonly send: () => Promise<void>
  readonly sync: () => Promise<void>
  /** The same project after a restart of Dragoman. */
  readonly restarted: (meanwhile?: () => Promise<void>) => Promise<GitProject>
  readonly close: () => Promise<void>
}

export type GitProjectOptions = TestServerOptions & {
  readonly mode?: GitMode
  readonly settings?: Partial<GitSettings>
  readonly pattern?: string
  readonly format?: string
  /** If set, the repository is reached over SSH with a deploy key. */
  readonly ssh?: SshServer | null
  /** What people do while the repository is read for the first time. */
  readonly whileConnecting?: (test: TestServer) => Promise<void>
  /** The forge with its pull requests, once the repository exists. */
  readonly forge?: (repository: TestRepository) => { readonly forge: GitForge; readonly token: string }
}

const SETTINGS: GitSettings = {
  quietMinutes: 10,
  commitsBy: 'person',
  signOff: false,
  signCommits: false,
  skipCi: false,
  message: null,
  pullRequestBranch: 'l10n/dragoman',
}

const NO_FORGE: GitForge = { kind: 'none', origin: null, token: null }

/** Settings of a server that can access this machine, as tests need it. */
export function reachesThisMachine(): NonNullable<TestServerOptions['config']> {
  const place = readAllowedAddress('127.0.0.1')
  if (place === null || !('network' in place)) throw new Error('127.0.0.1 is a network')
  return {
    searchPath: process.env.PATH ?? '',
    allowedAddresses: { networks: [place.network], hosts: new Set() },
  }
}

/** Creates a project `shop` over the `main` branch of a repository with the given files. */
export async function gitProject(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: GitProjectOptions = {},
): Promise<GitProject> {
  const {
    mode = 'push',
    settings,
    pattern = 'locales/{lng}.json',
    format = 'i18next-json',
    forge: openForge,
    ssh = null,
    whileConnecting,
    ...rest
  } = options
  const git = await openGitServer()
  const repository = git.createRepository('team/shop')
  repository.write(files)
  repository.commit('First')
  const test = await openTestServer({ ...rest, config: { ...reachesThisMachine(), ...rest.config } })
  await test.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  const { deps } = test.server
  const forge = openForge?.(repository)
  const password = sealSignIn(deps.sealing, { kind: 'password', user: git.user, password: git.password })
  const reached =
    ssh === null
      ? { repository: repository.url, signIn: password, keyId: null, knownHosts: '' }
      : await reachBySsh(test, repository, ssh)
  const { source, job } = await deps.store.write(async (w) => {
    const project = await projectBySlug(w, 'shop')
    if (project === null) throw new Error('There is no project')
    return connectRepository(w, deps, {
      projectId: project.id,
      languages: ['en'],
      startedBy: { id: actorId('user', 1), name: 'Ann' },
      repository: {
        ...reached,
        branch: 'main',
        pattern,
        format,
        mode,
        settings: { ...SETTINGS, ...settings },
        forge:
          forge === undefined
            ? NO_FORGE
            : { ...forge.forge, token: sealForgeToken(deps.sealing, forge.token) },
      },
    })
  })
  await whileConnecting?.(test)
  await deps.jobs.ended(job.id)
  const ended = await test.call(api.jobs.get, { params: { project: 'shop', job: job.id } })
  if (ended.state !== 'done')
    throw new Error(
      `Not connected: ${JSON.stringify([ended, test.logged], (_, value) => (value instanceof Error ? String(value.stack) : value))}`,
    )
  return over({ test, git, repository, sourceId: source.id })
}

/** Creates a deploy key in Dragoman, and lets it in at the repository's server. */
async function reachBySsh({ call, server }: TestServer, { bare }: TestRepository, ssh: SshServer) {
  const params = { project: 'shop' }
  const host = '127.0.0.1'
  const repository = `ssh://${ssh.user}@${host}:${ssh.port}${bare}`
  const { sealing, store } = server.deps
  const { key, publicKey } = await call(api.git.createKey, { params })
  const { keys } = await call(api.git.hostKeys, { params, body: { repository } })
  ssh.allow(publicKey)
  const signIn = sealSignIn(sealing, { kind: 'deploy-key' })
  const keyId = await store.write(async (w) => {
    const project = await projectBySlug(w, 'shop')
    return storeKey(w, server.deps, { projectId: project?.id ?? 0, key: requireNewKey(sealing, key) })
  })
  return { repository, signIn, keyId, knownHosts: writeKnownHosts(host, keys) }
}

type Opened = Pick<GitProject, 'git' | 'repository' | 'sourceId'> & { readonly test: TestServer }

function over({ test, git, repository, sourceId }: Opened): GitProject {
  const project = overServer(test)
  const { params, row, text, save } = project
  const projectId = async () => {
    const found = await test.server.deps.store.read((r) => projectBySlug(r, 'shop'))
    return found?.id ?? 0
  }
  return {
    test,
    params,
    row,
    text,
    save,
    git,
    repository,
    sourceId,
    send: async () => test.server.deps.sources.send(await projectId(), sourceId),
    async sync() {
      await test.server.deps.sources.sync(await projectId(), sourceId)
    },
    restarted: async (meanwhile) => over({ test: await test.restart(meanwhile), git, repository, sourceId }),
    async close() {
      await test.close()
      await git.close()
    },
  }
}
