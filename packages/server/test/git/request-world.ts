import { spawnSync } from 'node:child_process'
import { api, type DetectionReply, type EditorRowReply } from '@dragoman/contract'
import { projectBySlug, putMembership } from '@dragoman/store'
import type { ForgeWorld } from '../forges/double-world.ts'
import { type ForgeDouble, openForgeDouble } from '../forges/forge-double.ts'
import { peopleOf, type TestPerson } from '../people.ts'
import { openTestServer, type TestServer } from '../test-server.ts'
import { reachesThisMachine } from './git-project.ts'
import { type GitServer, openGitServer, type TestRepository } from './git-server.ts'

/** A server, repositories, and a forge for each of them. */
export type RequestWorld = {
  readonly test: TestServer
  readonly git: GitServer
  /** Creates a repository with `fill`'s commits on its `main` branch. */
  readonly repository: (
    name: string,
    fill: (repository: TestRepository) => void,
    options?: { readonly objectFormat?: 'sha1' | 'sha256' },
  ) => Promise<LookedAt>
  readonly close: () => Promise<void>
}

/** A repository that was previewed. */
export type LookedAt = {
  readonly repository: TestRepository
  readonly found: readonly DetectionReply[]
  /** What is not read, and why: `link locales/cs.json`. */
  readonly leftOut: readonly string[]
  readonly forge: ForgeWorld
  /** Connects what was found without changes, with pull requests: as a new project, or into another one. */
  readonly connect: (found: DetectionReply, into?: string) => Promise<ConnectedSource>
  /** Returns the forge's responses that did not fit its description. */
  readonly close: () => Promise<readonly string[]>
}

export type ConnectedSource = {
  readonly found: DetectionReply
  readonly project: string
  readonly sourceId: number
  /** The branch that its pull request comes from. */
  readonly branch: string
  readonly tara: TestPerson
  readonly tom: TestPerson
  readonly sync: () => Promise<void>
  readonly send: () => Promise<void>
  readonly rows: (language: string, q?: string) => Promise<readonly EditorRowReply[]>
  readonly save: (person: TestPerson, row: EditorRowReply, language: string, text: string) => Promise<void>
  readonly conflicts: () => Promise<
    readonly { readonly name: string; readonly ours: object; readonly theirs: object }[]
  >
  readonly strings: () => Promise<number>
  /** Files that are not up to date, with what is wrong. */
  readonly troubled: () => Promise<readonly string[]>
}

const PAGE = 200
/** Pages of rows of a language that are searched. */
const PAGES = 5

export async function openRequestWorld(): Promise<RequestWorld> {
  const git = await openGitServer()
  const test = await openTestServer({ config: reachesThisMachine() })
  const { call, server } = test
  const people = peopleOf(test)
  const tara = await people.stranger('Tara')
  const tom = await people.stranger('Tom')
  const signIn = { kind: 'password', user: git.user, password: git.password } as const
  const doubles = new Set<ForgeDouble>()
  let projects = 0
  // A preview requires a project.
  await call(api.projects.create, { body: { slug: 'look', name: 'Look', sourceLanguage: 'en' } })

  async function createProject(sourceLanguage: string): Promise<string> {
    const slug = `project-${++projects}`
    await call(api.projects.create, { body: { slug, name: slug, sourceLanguage } })
    return slug
  }

  async function connect(
    { repository, double }: { readonly repository: TestRepository; readonly double: ForgeDouble },
    found: DetectionReply,
    into: string | undefined,
  ): Promise<ConnectedSource> {
    const project = into ?? (await createProject(found.sourceLanguage))
    const { deps } = server
    const { job, id: sourceId } = await call(api.git.connect, {
      params: { project },
      body: {
        repository: repository.url,
        branch: 'main',
        signIn,
        mode: 'pull-request',
        pattern: found.pattern,
        format: found.format,
        forge: { kind: 'github', origin: double.origin, token: double.token },
      },
    })
    await deps.jobs.ended(job.id)
    const ended = await call(api.jobs.get, { params: { project, job: job.id } })
    if (ended.state !== 'done') throw new Error(`Not connected: ${JSON.stringify(ended)}`)
    const { settings } = await call(api.git.get, {
      params: { project, source: sourceId },
      query: { history: 1 },
    })
    const projectId = (await deps.store.read((r) => projectBySlug(r, project)))?.id ?? 0
    const rights = { role: 'translator', languages: null, namespaces: null } as const
    for (const { id: userId } of [tara, tom])
      await deps.store.write((w) => putMembership(w, { userId, projectId }, rights))
    const params = { project }
    return {
      found,
      project,
      sourceId,
      branch: settings.pullRequestBranch,
      tara,
      tom,
      async sync() {
        await deps.sources.sync(projectId, sourceId)
      },
      send: () => deps.sources.send(projectId, sourceId),
      async rows(language, q) {
        const all: EditorRowReply[] = []
        let cursor: string | null | undefined
        for (let page = 0; page < PAGES && cursor !== null; page++) {
          const query = { language, limit: PAGE, ...(q && { q }), ...(cursor && { cursor }) }
          const { rows, next } = await call(api.translations.page, { params, query })
          all.push(...rows)
          cursor = next
        }
        return all
      },
      async save(person, row, language, text) {
        await person.call(api.translations.save, {
          params: { ...params, key: row.key.id, language },
          body: { forms: { ...row.target.forms, other: text }, baseVersion: row.target.version },
        })
      },
      async strings() {
        const query = { language: found.sourceLanguage, limit: 1 }
        return (await call(api.translations.page, { params, query })).total.count
      },
      conflicts: async () => (await call(api.files.conflicts, { params })).conflicts,
      async troubled() {
        const { files } = await call(api.files.list, { params })
        return files.flatMap(({ path, state }) => (state === 'in-step' ? [] : [`${path}: ${state}`]))
      },
    }
  }

  return {
    test,
    git,
    async repository(name, fill, options) {
      const repository = git.createRepository(`team/${name}`, options)
      fill(repository)
      // Large repositories block this process for seconds, and the server's idle connections expire: this
      // lets clients notice.
      await new Promise((resolve) => setTimeout(resolve, 20))
      // One for each, because a forge follows the branches of all its repositories.
      const double = await openForgeDouble('github')
      doubles.add(double)
      const forge = double.addRepository(`team/${name}`, repository.bare)
      const { candidates, leftOut } = await call(api.git.look, {
        params: { project: 'look' },
        body: { repository: repository.url, branch: null, signIn },
      })
      return {
        repository,
        found: candidates,
        leftOut: leftOut.map(({ path, reason }) => `${reason} ${path}`),
        forge,
        connect: (found, into) => connect({ repository, double }, found, into),
        async close() {
          doubles.delete(double)
          await double.end()
          return double.problems
        },
      }
    },
    async close() {
      for (const double of doubles) await double.end()
      await test.close()
      await git.close()
    },
  }
}

/** Returns a file of a branch, byte for byte. */
export function bytesAt({ bare }: TestRepository, ref: string, path: string): Buffer {
  const { status, stdout, stderr } = spawnSync('git', ['cat-file', 'blob', `${ref}:${path}`], {
    cwd: bare,
    maxBuffer: 256 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(stderr.toString())
  return stdout
}

/** Returns the differences between two branches, as `M 100644 100644 path`. */
export function differencesOf({ bare }: TestRepository, from: string, to: string): readonly string[] {
  const { stdout } = spawnSync('git', ['diff', '--raw', '--no-renames', '-z', from, to], {
    cwd: bare,
    encoding: 'utf8',
  })
  const parts = stdout.split('\0')
  const lines: string[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [before, after, , , kind] = (parts[at] ?? '').slice(1).split(' ')
    lines.push(`${kind} ${before} ${after} ${parts[at + 1]}`)
  }
  return lines
}
