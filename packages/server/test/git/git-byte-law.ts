import { expect } from 'vitest'
import { isBroken, type Tree, textsOf, type WalkFormat } from './walk-formats.ts'

const UNKNOWN = 'unknown'

type ByteLaw = {
  /** Runs Git in the repository that is pushed to. */
  readonly git: (...args: readonly string[]) => string
  readonly paths: readonly string[]
  /** Everything the target has ever contained, in any order. */
  readonly everPushed: () => readonly string[]
  readonly format: WalkFormat
  readonly developers: readonly string[]
  /** By text: the names of the people who can be its author. */
  readonly authors: ReadonlyMap<string, readonly string[]>
  /** Whether someone who had seen a text replaced it by another one, which can be older. */
  readonly mayReplace: (place: string, before: string, after: string) => boolean
}

/**
 * Checks that each commit of Dragoman changed only the texts: its files are those of its parent with other
 * values, in the same order and style, as the developers write them, and its author is one of the people who
 * typed them. None of them takes back what a person wrote, not even until the next commit. No format engine of Dragoman is used. Verified to fail if a space is added to the end of each
 * sent file. Returns how many files were compared; each commit is checked once.
 */
export function openByteLaw({
  git,
  paths,
  everPushed,
  format,
  developers,
  authors,
  mayReplace,
}: ByteLaw): (branch: string) => number {
  const seen = new Set<string>()
  const fileAt = (commit: string, path: string) =>
    git('ls-tree', commit, '--', path).startsWith('100') ? git('show', `${commit}:${path}`) : ''
  /** If the target does not have the file, it is created in the style of the source language's file. */
  const filesAnew = (path: string, after: string) => {
    const source = path.replace(/[^/]+(?=\/[^/]+$)/, 'en')
    const models = [...new Set(everPushed().map((one) => fileAt(one, source)))]
    return models
      .filter((model) => model !== '' && !isBroken(format, model))
      .map((model) => format.render(format.read(after), format.styleOf(model)))
  }
  return (branch) => {
    let compared = 0
    for (const line of git(
      'log',
      '--no-merges',
      '--format=%H %P|%cn|%an|%(trailers:key=Co-authored-by,valueonly,separator=%x2C)',
      branch,
    ).split('\n')) {
      const [commits = '', committer = '', author = '', others = ''] = line.split('|')
      const [commit = '', parent] = commits.trim().split(' ')
      if (commit === '' || parent === undefined || seen.has(commit)) continue
      seen.add(commit)
      if (developers.includes(committer)) continue
      for (const path of git('diff', '--name-only', '--diff-filter=M', parent, commit).split('\n')) {
        if (path === '') continue
        expect(paths, `commit ${commit}`).toContain(path)
        const [before, after] = [git('show', `${parent}:${path}`), git('show', `${commit}:${path}`)]
        expectNothingReverted(before, after, { commit, path, format, mayReplace })
        expectAuthors(before, after, { commit, people: `${author} ${others}`, authors, format })
        const spliced = splicedBytes(format, before, after)
        if (spliced === UNKNOWN) continue
        if (spliced !== after) {
          // On top of others' commits a file is the target's if the target cannot be merged with them.
          const targets = branch === 'main' ? [] : new Set(everPushed().map((one) => fileAt(one, path)))
          const expected = [...targets].flatMap((target) =>
            target === '' ? filesAnew(path, after) : [splicedBytes(format, target, after)],
          )
          if (expected.includes(UNKNOWN)) continue
          if (!expected.includes(after)) expect(after, `commit ${commit}, ${path}`).toBe(spliced)
        }
        compared++
      }
    }
    return compared
  }
}

/**
 * Returns the old file with the values of the new one; `UNKNOWN` if Git merged it, so that no renderer writes
 * it like that; null if it cannot be read.
 */
function splicedBytes(format: WalkFormat, before: string, after: string): string | null {
  if (before === '' || isBroken(format, before)) return null
  const style = format.styleOf(before)
  const was = format.read(before)
  if (format.render(was, style) !== before || style.indent === '') return UNKNOWN
  const now = format.read(after)
  const isOrdered = JSON.stringify(sharedNames(now, was)) === JSON.stringify(sharedNames(was, now))
  return isOrdered ? format.render(now, style) : `${before}, in the order of its keys`
}

/** Names of the keys that both files have, in the order of the first. */
function sharedNames(tree: Tree, other: Tree): readonly string[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const same = other[name]
    if (same === undefined) return []
    if (typeof value === 'string' || typeof same === 'string') return [name]
    return [name, ...sharedNames(value, same).map((inside) => `${name}.${inside}`)]
  })
}

/** Checks that no text of a commit replaces a newer one that no one wanted to be replaced. */
function expectNothingReverted(
  before: string,
  after: string,
  {
    commit,
    path,
    format,
    mayReplace,
  }: Pick<ByteLaw, 'format' | 'mayReplace'> & { commit: string; path: string },
): void {
  const now = textsOf(format, after)
  for (const [name, text] of textsOf(format, before) ?? []) {
    const newer = now?.get(name)
    if (newer === undefined || newer === text || mayReplace(`${path}#${name}`, text, newer)) continue
    expect.fail(`commit ${commit} takes "${text}" of ${path}#${name} back to "${newer}"`)
  }
}

/** Checks that the new texts of a commit were typed by its author or by one of its co-authors. */
function expectAuthors(
  before: string,
  after: string,
  {
    commit,
    people,
    authors,
    format,
  }: { readonly commit: string; readonly people: string } & Pick<ByteLaw, 'authors' | 'format'>,
): void {
  const was = textsOf(format, before)
  for (const [name, text] of textsOf(format, after) ?? []) {
    const typedBy = authors.get(text)
    if (was?.get(name) === text || typedBy === undefined) continue
    expect(
      typedBy.some((one) => people.includes(one)),
      `"${text}" of ${name}, typed by ${typedBy}, is in commit ${commit} of ${people}`,
    ).toBe(true)
  }
}
