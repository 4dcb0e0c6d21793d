import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './git-server.ts'
import { isBroken, stepsOf, type Tree, type WalkFormat } from './walk-formats.ts'

/** The branch of Dragoman's pull request. */
export const REQUEST = 'l10n/dragoman'
/** A file that only this developer writes, and that Dragoman does not touch. */
export const codeOf = (developer: string) => `src/${developer}.ts`
const NAMES = ['a', 'b', 'c', 'group.d', 'group.e', 'added.f', 'added.g'] as const
/** Forms of one text, in JSON: they are edited, but never separated. */
export const PLURALS = ['items_one', 'items_other'] as const

/** Number of different steps of a developer. */
export const DEVELOPER_STEPS = 22

/** `merge`: of a pull request whose texts the developer did not review one by one. */
export type Pushed = 'commits' | 'force' | 'merge'

/** What a developer does between two commits. */
export type Developer = {
  /** Returns what was done, or null if it was not possible. */
  readonly step: (chance: number) => string | null
  /** Commits and pushes; false if the repository refused it. */
  readonly push: () => boolean
  readonly repair: () => void
  /** Merges the branch of the pull request, like a forge; false if there is none, or lines conflict. */
  readonly mergeRequest: (how: 'squash' | 'merge') => boolean
  /**
   * Commits to the branch of the pull request: edits a file, breaks one, or adds one that the target does not have.
   * Null if there is no such branch.
   */
  readonly commitOntoRequest: () => string | null
  /** Mends what is broken there. */
  readonly repairRequest: () => string | null
}

type DeveloperParts = {
  readonly root: string
  readonly bare: string
  readonly name: string
  readonly paths: readonly string[]
  readonly format: WalkFormat
  readonly random: (below: number) => number
  /** Returns a text that was never written before. */
  readonly next: () => string
  /** Called after a push, with the commits before and after it. */
  readonly onPushed: (before: string | null, after: string, how: Pushed) => void
}

/** A developer who works on the repository with a clone and plain `git push`. */
export function openDeveloper(parts: DeveloperParts): Developer {
  const { root, bare, name, paths, format, random, next, onPushed } = parts
  const work = join(root, name)
  run(root, 'git', 'clone', '--quiet', bare, work)
  const git = (...args: readonly string[]) => run(work, 'git', ...args)
  git('config', 'user.name', name)
  git('config', 'user.email', `${name}@example.org`)
  const tip = () => {
    const line = git('ls-remote', 'origin', 'refs/heads/main').split('\t')[0]?.trim()
    return line === undefined || line === '' ? null : line
  }
  const tries = (...args: readonly string[]): boolean => {
    try {
      git(...args)
      return true
    } catch {
      return false
    }
  }
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T // never empty

  const someName = () => stepsOf(format, pick(NAMES))
  const someText = () => stepsOf(format, pick([...NAMES, ...PLURALS]))

  function catchUp(): void {
    git('fetch', '--quiet', '--prune', 'origin')
    if (tries('rev-parse', '--verify', '--quiet', 'origin/main'))
      git('reset', '--quiet', '--hard', 'origin/main')
  }

  function edit(change: (tree: Tree) => void): boolean {
    const path = pick(paths)
    const file = join(work, path)
    if (!isFile(file)) return false
    const text = readFileSync(file, 'utf8')
    if (isBroken(format, text)) return false
    const tree = format.read(text)
    change(tree)
    writeFileSync(file, format.render(tree, format.styleOf(text)))
    return true
  }

  function reformat(): boolean {
    const file = join(work, pick(paths))
    if (!isFile(file)) return false
    const text = readFileSync(file, 'utf8')
    if (isBroken(format, text)) return false
    const tree = format.read(text)
    const names = Object.keys(tree)
    if (random(2) === 0) names.reverse()
    const ordered = Object.fromEntries(names.map((one) => [one, tree[one] ?? '']))
    writeFileSync(file, format.render(ordered, { indent: pick(format.styles), eol: pick(format.eols) }))
    return true
  }

  const translated = () => pick(paths.filter((one) => !one.includes('/en/')))

  /** Moves a file out of the pattern, or back, also to where a link or submodule has taken its place. */
  function move(path = translated()): boolean {
    const [inside, outside] = [join(work, path), join(work, 'kept', path)]
    const [from, to] = isFile(inside) ? [inside, outside] : [outside, inside]
    if (!isFile(from)) return false
    mkdirSync(dirname(to), { recursive: true })
    rmSync(to, { recursive: true, force: true })
    renameSync(from, to)
    return true
  }

  /** Moves a file, and adds and removes others in the same folder with the same push. */
  function tidy(): boolean {
    const path = translated()
    if (!move(path)) return false
    const [readme, index] = ['README.md', 'index.ts'].map((one) => join(work, dirname(path), one))
    for (const file of [readme, index]) {
      if (file === undefined) continue
      mkdirSync(dirname(file), { recursive: true })
      if (existsSync(file)) rmSync(file)
      else writeFileSync(file, `${next()}\n`.repeat(1 + random(20)))
    }
    return true
  }

  /** Moves a file away, and puts a link or a submodule into its place. */
  function replace(): boolean {
    const path = translated()
    const place = join(work, path)
    if (!isFile(place) || !move(path)) return false
    if (random(2) === 0) symlinkSync('elsewhere', place)
    else {
      git('add', '-A')
      git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD').trim()},${path}`)
      mkdirSync(place)
    }
    return true
  }

  function spoil(): boolean {
    const { broken } = format
    const file = join(work, pick(paths))
    if (!isFile(file) || broken === null) return false
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, isBroken(format, text) ? text.slice(broken.length) : `${broken}${text}`)
    return true
  }

  function repairFiles(): void {
    for (const path of paths) {
      const file = join(work, path)
      if (!isFile(file)) continue
      const text = readFileSync(file, 'utf8')
      if (isBroken(format, text)) writeFileSync(file, text.slice(format.broken?.length))
    }
  }

  function commit(message: string): void {
    git('add', '-A')
    tries('commit', '--quiet', '-m', message)
  }

  function push(how: Pushed = 'commits'): boolean {
    for (let attempt = 0; attempt < 3; attempt++) {
      const before = tip()
      const head = git('rev-parse', 'HEAD').trim()
      if (before === head) return true
      if (tries('push', '--quiet', 'origin', 'HEAD:main')) {
        onPushed(before, head, how)
        return true
      }
      git('fetch', '--quiet', 'origin')
      if (tries('rebase', '--quiet', '-X', 'theirs', 'origin/main')) continue
      tries('rebase', '--abort')
      catchUp()
      return false
    }
    return false
  }

  function force(): boolean {
    catchUp()
    const before = tip()
    if (before === null) return false
    if (random(2) === 0) git('commit', '--quiet', '--amend', '--allow-empty', '-m', `amended ${next()}`)
    else {
      const tree = git('rev-parse', 'HEAD^{tree}').trim()
      git('reset', '--quiet', '--hard', git('commit-tree', tree, '-m', `squashed ${next()}`).trim())
    }
    if (!tries('push', '--quiet', `--force-with-lease=main:${before}`, 'origin', 'HEAD:main')) return false
    onPushed(before, git('rev-parse', 'HEAD').trim(), 'force')
    return true
  }

  /** Changes a file without texts. */
  function writeCode(): void {
    const file = join(work, codeOf(name))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${next()}\n`)
  }

  const isThere = (branch: string) => tries('rev-parse', '--verify', '--quiet', `origin/${branch}`)

  function mergeRequest(how: 'squash' | 'merge'): boolean {
    catchUp()
    if (!isThere(REQUEST)) return false
    const message = `${how} ${next()}`
    const merged =
      how === 'squash'
        ? tries('merge', '--squash', '--quiet', `origin/${REQUEST}`)
        : tries('merge', '--no-ff', '--quiet', '-m', message, `origin/${REQUEST}`)
    if (!merged) {
      git('reset', '--quiet', '--hard', 'origin/main')
      return false
    }
    if (how === 'squash') tries('commit', '--quiet', '-m', message)
    return push('merge')
  }

  /** Moves a file back that was moved out of the pattern. */
  function bringBack(): boolean {
    const path = paths.find((one) => isFile(join(work, 'kept', one)) && !existsSync(join(work, one)))
    return path !== undefined && move(path)
  }

  function changeRequest(): boolean {
    const chance = random(4)
    if (chance === 0 && spoil()) return true
    if (chance === 1 && bringBack()) return true
    return edit((tree) => setText(tree, someText(), next(), true))
  }

  function commitOntoRequest(change: () => boolean): string | null {
    catchUp()
    if (!isThere(REQUEST)) return null
    git('reset', '--quiet', '--hard', `origin/${REQUEST}`)
    const isDone = change()
    commit('onto the pull request')
    const head = git('rev-parse', 'HEAD').trim()
    const isPushed = isDone && tries('push', '--quiet', 'origin', `HEAD:${REQUEST}`)
    git('reset', '--quiet', '--hard', 'origin/main')
    return isPushed ? head : null
  }

  /** Squashes the last two commits. */
  function rebase(): boolean {
    catchUp()
    const before = tip()
    if (before === null || !tries('rev-parse', '--verify', '--quiet', 'HEAD~2')) return false
    git('reset', '--quiet', '--soft', 'HEAD~2')
    git('commit', '--quiet', '--allow-empty', '-m', `rebased ${next()}`)
    if (!tries('push', '--quiet', `--force-with-lease=main:${before}`, 'origin', 'HEAD:main')) return false
    onPushed(before, git('rev-parse', 'HEAD').trim(), 'force')
    return true
  }

  function takeBack(): boolean {
    catchUp()
    const before = tip()
    if (before === null || !tries('reset', '--quiet', '--hard', 'HEAD~1')) return false
    if (!tries('push', '--quiet', `--force-with-lease=main:${before}`, 'origin', 'HEAD:main')) return false
    onPushed(before, git('rev-parse', 'HEAD').trim(), 'force')
    return true
  }

  function makeStep(chance: number): string | null {
    const did = (name: string, isDone: boolean) => (isDone ? name : null)
    // Sometimes starts without the newest commits: then the push rebases it.
    if (random(3) > 0) catchUp()
    if (chance < 8)
      return did(
        'edit',
        edit((tree) => setText(tree, someText(), next(), false)),
      )
    if (chance < 10)
      return did(
        'add',
        edit((tree) => setText(tree, someText(), next(), true)),
      )
    if (chance < 11)
      return did(
        'delete',
        edit((tree) => void takeText(tree, someName())),
      )
    if (chance < 12)
      return did(
        'rename',
        edit((tree) => setText(tree, someName(), takeText(tree, someName()) ?? next(), true)),
      )
    if (chance < 14) return did('reformat', reformat())
    if (chance < 15) return did('move', move())
    if (chance < 16) return did('spoil', spoil())
    if (chance < 17) return did('force', force())
    if (chance < 18) return did('rebase', rebase())
    if (chance < 20) return did('tidy', tidy())
    if (chance < 21) return did('replace', replace())
    return did('take-back', takeBack())
  }

  return {
    step(chance) {
      const done = makeStep(chance)
      if (done !== null) {
        if (random(3) === 0) writeCode()
        commit(done)
      }
      return done
    },
    push: () => push(),
    mergeRequest,
    commitOntoRequest: () => commitOntoRequest(changeRequest),
    repairRequest: () =>
      commitOntoRequest(() => {
        repairFiles()
        return git('status', '--porcelain').trim() !== ''
      }),
    repair() {
      catchUp()
      repairFiles()
      commit('repair')
    },
  }
}

/** False for links and folders. */
function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function setText(tree: Tree, [first = '', ...rest]: readonly string[], text: string, isAdded: boolean): void {
  if (rest.length === 0) {
    if (isAdded || typeof tree[first] === 'string') tree[first] = text
    return
  }
  const group = tree[first]
  if (typeof group === 'string' || (group === undefined && !isAdded)) return
  const inside = group ?? {}
  setText(inside, rest, text, isAdded)
  tree[first] = inside
}

function takeText(tree: Tree, [first = '', ...rest]: readonly string[]): string | null {
  const found = tree[first]
  if (rest.length > 0) return typeof found === 'object' ? takeText(found, rest) : null
  if (typeof found !== 'string') return null
  delete tree[first]
  return found
}
