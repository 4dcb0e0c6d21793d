import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, Failure, isFailure } from '@dragoman/contract'
import { expect } from 'vitest'
import { generator } from '../sync-walk.ts'
import { type DATABASES, eventually } from '../test-server.ts'
import { writeProgram } from '../write-program.ts'
import { openByteLaw } from './git-byte-law.ts'
import { DEVELOPER_STEPS, type Developer, openDeveloper, PLURALS, REQUEST } from './git-developer.ts'
import { type GitProject, gitProject } from './git-project.ts'
import type { SshServer } from './ssh-server.ts'
import { FORGE_COMMITTER, openWalkForge, type WalkForge } from './walk-forge.ts'
import { JSON_FILES, type WalkFormat } from './walk-formats.ts'
import { killWhileWorking } from './walk-kill.ts'
import { expectLaws } from './walk-laws.ts'
import { openWalkPeople } from './walk-people.ts'
import { openWalkRepository, placed } from './walk-repository.ts'

/** Same as in `gitProject`: longer than a walk. */
const QUIET_MINUTES = 10
/** Slow, but complete in the end. */
const SLOW = { bytesPerSecond: 40_000 }
const LANGUAGES = ['en', 'de', 'fr']
const NAMESPACES = ['common', 'shop']
const DEVELOPERS = ['Dana', 'Drew']
/** `unanswered`: the connection breaks once the repository has accepted a push. */
const FAULTS = ['cut', 'cut-pack', 'error', 'no-sign-in', 'hang', 'unanswered', SLOW] as const
/** Timeout for a repository that hangs; a busy machine can respond slowly. */
const SILENT_MS = 8000

/**
 * Steps are drawn from a shuffled deck, so that each kind is equally frequent in every walk, whatever the
 * seed is and however long something takes.
 */
const DECK = {
  develop: 10,
  save: 10,
  undo: 2,
  resolve: 2,
  keys: 1,
  sync: 4,
  send: 5,
  fault: 2,
  unanswered: 1,
  restart: 1,
  kill: 1,
  branch: 1,
  request: 5,
  close: 1,
  mirror: 1,
} as const
/** Number of steps in a whole deck. */
export const DECK_SIZE = Object.values(DECK).reduce<number>((sum, count) => sum + count, 0)

type GitWalk = {
  readonly seed: number
  readonly steps: number
  readonly database: (typeof DATABASES)[number]
  readonly mode?: 'push' | 'pull-request'
  readonly format?: WalkFormat
  /** Whether pull requests are opened at a forge, and merged and closed there. */
  readonly hasForge?: boolean
  /** If set, the repository is reached over SSH. */
  readonly ssh?: SshServer | null
}

/** How often each kind of step was run. */
export type GitFigures = Readonly<Record<string, number>>

/**
 * One random walk of the law of branches: developers push, rewrite and break the branch, translators save,
 * and Dragoman syncs, sends, is restarted, killed and loses its copy while the repository fails. In the end
 * no text and no developer's commit is lost, branch and catalog agree, and Dragoman does nothing more.
 */
export async function walkGit({ seed, steps, ...walkOf }: GitWalk): Promise<GitFigures> {
  const { database, mode = 'push', format = JSON_FILES, hasForge = false, ssh = null } = walkOf
  let drawn = generator(seed)
  const random = (below: number) => drawn(below)
  const root = mkdtempSync(join(tmpdir(), 'dragoman-git-walk-'))
  const path = (language: string, namespace: string) => `locales/${language}/${namespace}${format.ending}`
  const paths = LANGUAGES.flatMap((language) => NAMESPACES.map((name) => path(language, name)))
  const files = Object.fromEntries(paths.map((one) => [one, firstFile(format, one)]))
  // A forge identifies its repositories by their HTTP address.
  const isAtForge = hasForge && mode === 'pull-request' && ssh === null
  const forge = isAtForge ? await openWalkForge(REQUEST) : null
  const walk = await openWalk({
    project: await gitProject(files, {
      database,
      mode,
      ssh,
      timings: { gitSilentMs: SILENT_MS },
      format: format.id,
      pattern: `locales/{lng}/{ns}${format.ending}`,
      ...(forge && { forge: forge.addRepository }),
    }),
    root,
    random,
    mode,
    format,
    paths,
    path,
    forge,
    ssh,
    async apart(work) {
      const before = drawn
      drawn = generator(random(2 ** 31))
      await work()
      drawn = before
    },
  })
  try {
    for (let step = 0; step < steps; step++) await walk.step().catch(said(seed, step, walk.errors))
    await walk.end().catch(said(seed, steps, walk.errors))
    return walk.figures()
  } catch (error) {
    const keep = process.env.DRAGOMAN_LAW_KEEP
    if (keep) walk.keep(join(keep, String(seed)))
    throw error
  } finally {
    await walk.close()
    await forge?.end()
    rmSync(root, { recursive: true, force: true })
  }
}

/** Rethrows with the seed, the step and, for an unexpected error, what the server logged. */
function said(seed: number, step: number, errors: () => readonly unknown[]) {
  return (cause: unknown): never => {
    const message = cause instanceof Error ? cause.message : cause
    const logged = isFailure(cause, 'unexpected') ? `\n${errors().map(withStack).join('\n')}` : ''
    throw new Error(`seed ${seed}, step ${step}: ${message}${logged}`, { cause })
  }
}

function withStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function shuffled(random: (below: number) => number): (keyof typeof DECK)[] {
  const kinds = Object.keys(DECK) as (keyof typeof DECK)[] // its own keys
  const deck = kinds.flatMap((kind) => Array.from({ length: DECK[kind] }, () => kind))
  for (let at = deck.length - 1; at > 0; at--) {
    const other = random(at + 1)
    const [one, two] = [deck[at], deck[other]]
    if (one !== undefined && two !== undefined) [deck[at], deck[other]] = [two, one]
  }
  return deck
}

/** Returns when a text was written for the first time: its number, or 0 if it was there from the start. */
function ageOf(text: string): number {
  return text.startsWith('first ') ? 0 : Number(/ (\d+)(?: one)?$/.exec(text)?.[1] ?? 0)
}

function firstFile(format: WalkFormat, path: string): string {
  const text = (name: string) => `first ${name} ${path}`
  const forms = Object.fromEntries(PLURALS.map((name) => [name, text(name)]))
  const plain = { a: text('a'), b: text('b'), c: text('c'), ...forms }
  const tree = format.isGrouped
    ? { ...plain, group: { d: text('d'), e: text('e') } }
    : { ...plain, 'group.d': text('d'), 'group.e': text('e') }
  return format.render(tree, { indent: format.styles[0] ?? '', eol: '\n' })
}

type WalkParts = {
  readonly project: GitProject
  readonly root: string
  readonly random: (below: number) => number
  readonly mode: 'push' | 'pull-request'
  readonly format: WalkFormat
  readonly paths: readonly string[]
  readonly path: (language: string, namespace: string) => string
  readonly forge: WalkForge | null
  readonly ssh: SshServer | null
  /** Work that draws an unknown number of random values: the sequence continues as if it had drawn none. */
  readonly apart: (work: () => Promise<void>) => Promise<void>
}

async function openWalk(parts: WalkParts) {
  const { project: first, root, random, mode, format, paths, path, forge, ssh, apart } = parts
  let project = first
  let count = 0
  const figures = new Map<string, number>()
  let isAway = false
  let isFailing = false
  /** Developers' commits to the branch of the pull request since it was last deleted. */
  let requestTips: string[] = []
  /** The ones a merge has brought to the target: the branch can be recreated. */
  let mergedTips: readonly string[] = []
  const { bare } = project.repository
  const next = (by: string) => `${by} ${++count}`
  const note = (name: string) => void figures.set(name, (figures.get(name) ?? 0) + 1)
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T // never empty

  const repository = openWalkRepository({ bare, paths, format, developers: DEVELOPERS })
  const { git, onPushed } = repository
  const developers: readonly Developer[] = DEVELOPERS.map((name) =>
    openDeveloper({ root, bare, name, paths, format, random, next: () => next(name), onPushed }),
  )
  const people = await openWalkPeople({ project: () => project, pick, random, next, note, path })
  const compareBytes = openByteLaw({
    git,
    paths,
    everPushed: () => repository.pushed,
    format,
    developers: [...DEVELOPERS, FORGE_COMMITTER],
    authors: people.deeds.authors,
    mayReplace: (place, before, after) =>
      ageOf(after) > ageOf(before) ||
      repository.replaced.has(placed(place, before)) ||
      people.deeds.decided.has(placed(place, before)) ||
      people.deeds.inConflict.has(placed(place, after)) ||
      lastSaved(place, after) > lastSaved(place, before),
  })
  const unanswered = join(bare, 'hooks/post-receive')

  /** Returns when a person last saved a text, also by undoing; -1 if never. */
  function lastSaved(place: string, text: string): number {
    return people.deeds.saved.findLastIndex((one) => one.place === place && one.text === text)
  }

  /** Syncs or sends. Failures while the repository fails are expected. */
  async function reach(kind: 'sync' | 'send', isAgain = false): Promise<void> {
    try {
      await project[kind]()
      note(kind)
      if (kind === 'send' && !isAway) {
        await checkBytes()
        await expectOwnBranch()
      }
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'source-unreachable') throw error
      // A damaged copy is noticed when it is used, and the next sync recreates it.
      if (error.params.reason === 'copy-damaged' && !isAgain) {
        note('copy-damaged')
        return reach(kind, true)
      }
      if (!isFailing && !isAway)
        throw new Error(`${kind} failed: ${String(project.test.logged.at(-1)?.error)}`, { cause: error })
      note(`${kind}-failed`)
    }
  }

  async function checkBytes(): Promise<void> {
    await people.conflicts()
    for (const branch of ['main', ...(repository.has(REQUEST) ? [REQUEST] : [])])
      figures.set('bytes-compared', (figures.get('bytes-compared') ?? 0) + compareBytes(branch))
  }

  /** Dragoman takes none of its own commits for a developer's, whatever became of the answers of its pushes. */
  async function expectOwnBranch(): Promise<void> {
    if (mode === 'push' || requestTips.length > 0) return
    const at = { params: { ...project.params, source: project.sourceId } }
    const { isRequestBranchShared } = await project.test.call(api.git.get, { ...at, query: { history: 1 } })
    expect(isRequestBranchShared, 'no developer has committed to the branch of the pull request').toBe(false)
    note('own-branch')
  }

  async function fail(): Promise<void> {
    const fault = ssh === null ? pick(FAULTS) : pick(['no-sign-in', 'unanswered'] as const)
    await whileFailing(fault, () => reach(fault === 'unanswered' ? 'send' : pick(['sync', 'send'])))
  }

  /**
   * A push arrives, and its answer does not. Without another change, nothing is pushed again; in other cases
   * people continue meanwhile.
   */
  async function loseAnswer(): Promise<void> {
    await people.save()
    const goesOn = random(3) > 0
    await whileFailing('unanswered', () => reach('send'), { saves: goesOn })
    if (goesOn && random(2) === 0) develop()
    const branch = mode === 'push' ? 'main' : REQUEST
    const before = repository.has(branch) ? git('rev-parse', branch) : null
    await reach('send')
    if (goesOn || before === null || isAway) return
    expect(git('rev-parse', branch), 'a commit whose answer was lost is not followed by another').toBe(before)
    note('sent-once')
  }

  /** Does something while the repository fails, and saves a text. */
  async function whileFailing(
    fault: (typeof FAULTS)[number],
    work: () => Promise<void>,
    { saves = true } = {},
  ): Promise<void> {
    const setFault = (now: typeof fault | 'none') => {
      isFailing = now !== 'none'
      rmSync(unanswered, { force: true })
      if (now === 'unanswered') writeProgram(unanswered, '#!/bin/sh\nkill -9 $PPID\n')
      else if (ssh === null) project.git.fault = now
      else ssh.setRefusing(isFailing)
    }
    setFault(fault)
    note(typeof fault === 'string' ? fault : 'slow')
    await work()
    if (saves) await people.save()
    setFault('none')
  }

  async function restart(): Promise<void> {
    project = await project.restarted(async () => {
      if (random(2) === 0) develop()
    })
    await people.signIn()
    note('restart')
  }

  async function kill(): Promise<void> {
    if (isAway) return restart()
    const { folder, databaseUrl } = project.test
    const { sourceId } = project
    project = await project.restarted(() =>
      apart(() => killWhileWorking({ folder, databaseUrl, sourceId, people, random, develop, note })),
    )
    await people.signIn()
  }

  function develop(): void {
    if (isAway) return
    const developer = pick(developers)
    const done = developer.step(random(DEVELOPER_STEPS))
    if (done === null) return
    note(done)
    note('commits')
    if (!developer.push()) note('rejected')
  }

  function awayOrBack(): void {
    if (isAway) git('branch', '-m', 'kept', 'main')
    else git('branch', '-m', 'main', 'kept')
    isAway = !isAway
    note(isAway ? 'branch-deleted' : 'branch-restored')
  }

  /** Does what people do with a pull request. */
  function handleRequest(): void {
    if (mode === 'push' || isAway) {
      develop()
      return
    }
    const chance = random(6)
    if (chance < 3) mergeRequest(pick(['squash', 'merge'] as const))
    else if (chance < 5) {
      commitOntoRequest(pick(developers).commitOntoRequest)
    } else if (repository.has(REQUEST)) deleteRequest('request-deleted')
  }

  function commitOntoRequest(commit: () => string | null): void {
    const before = repository.has(REQUEST) ? git('rev-parse', REQUEST).trim() : null
    const tip = commit()
    if (tip === null || before === null) return
    repository.onPushedToRequest(before, tip)
    requestTips.push(tip)
    note('onto-request')
  }

  function deleteRequest(noted: string): void {
    git('branch', '-D', REQUEST)
    forge?.noteDeleted()
    repository.onRequestDeleted()
    requestTips = []
    note(noted)
  }

  /** Merges at the forge if a pull request is open there, else with Git. */
  function mergeRequest(how: 'squash' | 'merge'): boolean {
    const before = git('rev-parse', 'main').trim()
    const atForge = forge?.merge(how) ?? null
    if (atForge === 'merged') {
      repository.onPushed(before, git('rev-parse', 'main').trim(), 'merge')
    }
    const isMerged = atForge === null ? pick(developers).mergeRequest(how) : atForge === 'merged'
    // Plain Git does not reveal that there was a pull request, so Dragoman keeps building on the branch.
    if (isMerged && forge !== null) mergedTips = requestTips
    note(isMerged ? how : `${how}-refused`)
    return isMerged
  }

  /** A person closes it: waiting texts open neither it nor another one again until a person wants that. */
  async function closeRequest(): Promise<void> {
    const closed = isAway ? null : (forge?.close() ?? null)
    if (closed === null || forge === null) return
    note('close-request')
    await people.save()
    const opened = forge.count()
    const at = { params: { ...project.params, source: project.sourceId } }
    const setQuiet = (quietMinutes: number) =>
      project.test.call(api.git.update, { ...at, body: { settings: { quietMinutes } } })
    await setQuiet(0)
    const isAsked = await eventually(async () => {
      const state = await project.test.call(api.git.get, { ...at, query: { history: 1 } })
      if (state.problem?.code === 'pull-request-closed') return 'asked'
      return state.waitingFiles === 0 && 'nothing'
    })
    await setQuiet(QUIET_MINUTES)
    note(`closed-${isAsked}`)
    expect(forge.count(), 'opened by itself after a person has closed it').toBe(opened)
  }

  const kinds: Readonly<Record<keyof typeof DECK, () => Promise<void> | void>> = {
    develop,
    save: people.save,
    undo: people.undo,
    resolve: people.resolve,
    keys: people.createOrRemove,
    sync: () => reach('sync'),
    send: () => reach('send'),
    fault: fail,
    unanswered: loseAnswer,
    restart,
    branch: awayOrBack,
    request: handleRequest,
    kill,
    close: closeRequest,
    mirror() {
      const copy = join(project.test.folder, 'data/git')
      // Git can be writing into it, so it cannot be removed immediately.
      if (existsSync(copy)) renameSync(copy, join(root, `copy ${++count}`))
      note('mirror-lost')
    },
  }
  let deck: (keyof typeof DECK)[] = []

  async function step(): Promise<void> {
    if (isAway && random(3) === 0) return awayOrBack()
    if (deck.length === 0) deck = shuffled(random)
    const kind = deck.pop()
    if (kind !== undefined) await kinds[kind]()
  }

  async function end(): Promise<void> {
    if (isAway) awayOrBack()
    for (const developer of developers.slice(0, 1)) {
      developer.repair()
      if (!developer.push()) throw new Error('The repair was not pushed')
    }
    for (let round = 0; round < 4; round++) {
      for (const { repairRequest } of developers.slice(0, 1)) commitOntoRequest(repairRequest)
      await reach('sync')
      await reach('send')
      if (mode !== 'pull-request' || !repository.has(REQUEST)) continue
      for (const tip of requestTips.filter((one) => !mergedTips.includes(one)))
        expect(repository.isAncestor(tip, REQUEST), `commit ${tip} is in the pull request`).toBe(true)
      if (git('diff', '--name-only', 'main', REQUEST).trim() === '') continue
      if (mergeRequest('squash')) continue
      // Only developers' commits to it can prevent the merge; a recreated branch always merges.
      const others = requestTips.filter((tip) => repository.isAncestor(tip, REQUEST))
      expect(others, 'a pull request of nothing but ours that cannot be merged').not.toEqual([])
      deleteRequest('request-given-up')
    }
    await project.sync()
    figures.set('conflicts', (await people.conflicts()).length)
    await checkBytes()
    await expectLaws({ project, people, repository, languages: LANGUAGES, path })
    expect(forge?.problems() ?? [], 'at the forge').toEqual([])
  }

  return {
    step,
    end,
    figures: (): GitFigures => Object.fromEntries(figures),
    /** The errors that the server has logged since its last start. */
    errors: () => project.test.logged.filter(({ level }) => level === 'error').map(({ error }) => error),
    /** Copies the evidence after a failure: the repository, and the data of the server. */
    keep(folder: string) {
      cpSync(bare, join(folder, 'repository'), { recursive: true })
      cpSync(join(project.test.folder, 'data'), join(folder, 'data'), { recursive: true })
    },
    close: () => project.close(),
  }
}
