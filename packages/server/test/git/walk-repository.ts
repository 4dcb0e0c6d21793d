import { codeOf, type Pushed } from './git-developer.ts'
import { run } from './git-server.ts'
import { textsOf, type WalkFormat } from './walk-formats.ts'

/** The repository of a walk on its server, and what developers did to it. */
export type WalkRepository = ReturnType<typeof openWalkRepository>

/** Returns a text with its place: `locales/de/shop.json#group.a|Text`. */
export function placed(place: string, text: string): string {
  return `${place}|${text}`
}

export function openWalkRepository({
  bare,
  paths,
  format,
  developers,
}: {
  readonly bare: string
  readonly paths: readonly string[]
  readonly format: WalkFormat
  readonly developers: readonly string[]
}) {
  const git = (...args: readonly string[]) => run(bare, 'git', ...args)
  // Keeps everything that was ever pushed, for analysis.
  git('config', 'gc.auto', '0')
  git('config', 'receive.autogc', 'false')
  /** What developers wrote and no one changed in the branch since, by place. */
  const written = new Map<string, string>()
  /** What developers committed to the branch of the pull request, by place, until it is deleted. */
  const onRequest = new Map<string, string>()
  /** Texts that a developer saw and overwrote or removed: `placed`. */
  const replaced = new Set<string>()
  /** Developers' files that Dragoman does not touch, by path; null if there is none. */
  const code = new Map<string, string | null>()
  /** All commits that were ever pushed to the branch. */
  const pushed: string[] = []
  /** Tips that developers pushed and no developer removed. */
  let tips: readonly string[] = []

  /** Returns the paths of a commit's files, without links and submodules. */
  function filesOf(commit: string): readonly string[] {
    return git('ls-tree', '-r', commit)
      .split('\n')
      .flatMap((line) => (line.startsWith('100') ? [line.slice(line.indexOf('\t') + 1)] : []))
  }

  /** Returns the texts of a commit by place; `unreadable` are its broken files. */
  function textsAt(commit: string) {
    const texts = new Map<string, string>()
    const unreadable: string[] = []
    for (const path of filesOf(commit)) {
      if (!paths.includes(path)) continue
      const found = textsOf(format, git('show', `${commit}:${path}`))
      if (found === null) unreadable.push(path)
      for (const [name, text] of found ?? []) texts.set(`${path}#${name}`, text)
    }
    return { texts, unreadable }
  }

  /** Notes which texts were replaced by someone who had seen them. */
  function noteReplaced(before: string, after: string): void {
    const now = textsAt(after)
    // A file that was broken by mistake says nothing about its texts.
    for (const [place, text] of textsAt(before).texts)
      if (now.texts.get(place) !== text && !now.unreadable.some((path) => place.startsWith(`${path}#`)))
        replaced.add(placed(place, text))
  }

  function isAncestor(commit: string, of: string): boolean {
    try {
      git('merge-base', '--is-ancestor', commit, of)
      return true
    } catch {
      return false
    }
  }

  function codeAt(commit: string, path: string): string | null {
    const isThere = git('ls-tree', '--name-only', commit, '--', path).trim() !== ''
    return isThere ? git('show', `${commit}:${path}`) : null
  }

  return {
    git,
    filesOf,
    code: code as ReadonlyMap<string, string | null>,
    codeAt,
    written: written as ReadonlyMap<string, string>,
    onRequest: onRequest as ReadonlyMap<string, string>,
    replaced: replaced as ReadonlySet<string>,
    tips: () => tips,
    pushed: pushed as readonly string[],
    isAncestor,
    /** Notes a developer's push to the branch of the pull request. */
    onPushedToRequest(before: string, after: string): void {
      noteReplaced(before, after)
      const was = textsAt(before).texts
      for (const [place, text] of textsAt(after).texts)
        if (was.get(place) !== text) onRequest.set(place, text)
    },
    onRequestDeleted: () => onRequest.clear(),
    placesOf: (commit: string): ReadonlyMap<string, string> => textsAt(commit).texts,
    has: (branch: string) => git('branch', '--list', branch).trim() !== '',
    /** Notes a developer's push; a forced push keeps only the tips that it is based on. */
    onPushed(before: string | null, after: string, how: Pushed): void {
      const was = before === null ? new Map<string, string>() : textsAt(before).texts
      const now = textsAt(after).texts
      if (how !== 'merge') {
        for (const [place, text] of written) if (now.get(place) !== text) written.delete(place)
        if (before !== null) noteReplaced(before, after)
        for (const name of developers) code.set(codeOf(name), codeAt(after, codeOf(name)))
      }
      for (const [place, text] of now)
        if (was.get(place) !== text && text.startsWith('D')) written.set(place, text)
      pushed.push(after)
      tips = [...(how === 'force' ? tips.filter((tip) => isAncestor(tip, after)) : tips), after]
    },
  }
}
