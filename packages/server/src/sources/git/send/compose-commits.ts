import { languageName } from '@dragoman/core'
import type { GitSettings } from '@dragoman/store'
import { type CommitPerson, type CommittedFile, plainName } from '../../../git/make-commit.ts'
import type { ChangeGroup } from './group-changes.ts'

/** A commit to be made. */
export type CommitDraft = {
  readonly author: CommitPerson
  readonly message: string
  /** Seconds since 1970. */
  readonly time: number
  readonly files: readonly CommittedFile[]
}

export type ComposeRequest = {
  readonly groups: readonly ChangeGroup[]
  readonly settings: Pick<GitSettings, 'commitsBy' | 'signOff' | 'skipCi' | 'message'>
  /** The author of commits without a known person, and the committer of all commits. */
  readonly committer: CommitPerson
  /** The part after `users.noreply.` in people's addresses, which reveal no email address. */
  readonly host: string
  /** URL of the project, for people who read the commit. */
  readonly link: string
  /** People, by actor id, who agreed that commits with their texts are signed off in their name. */
  readonly signers: ReadonlySet<string>
  /** When the files were last changed, for commits that change no texts. */
  readonly lastAt: string
  readonly isExecutable: (path: string) => boolean
}

/** Returns the commits that bring the groups to the branch, one on top of the other. */
export function composeCommits(request: ComposeRequest): readonly CommitDraft[] {
  const { groups, settings, lastAt, isExecutable } = request
  const drafts: CommitDraft[] = []
  const together = settings.commitsBy === 'all' && groups.length > 1 ? [groups] : groups.map((one) => [one])
  for (const part of together) {
    const files = new Map(part.flatMap((group) => group.files.map((file) => [file.path, file] as const)))
    if (files.size === 0) continue
    const times = part.map((group) => Date.parse(group.at ?? lastAt))
    drafts.push({
      author: authorOf(part, request),
      message: messageOf(part, request),
      time: Math.floor(Math.max(...times) / 1000),
      files: [...files.values()].map((file) => ({ ...file, isExecutable: isExecutable(file.path) })),
    })
  }
  return drafts
}

function authorOf(
  groups: readonly ChangeGroup[],
  { committer, host }: Pick<ComposeRequest, 'committer' | 'host'>,
): CommitPerson {
  const [first] = peopleOf(groups, host)
  return first === undefined ? committer : { name: first.name, email: first.email }
}

type Person = CommitPerson & { readonly actorId: string }

/** Returns the people who wrote the texts, those with most texts first; programs and syncs are left out. */
function peopleOf(groups: readonly ChangeGroup[], host: string): readonly Person[] {
  const people = new Map<string, { person: Person; texts: number }>()
  for (const { writer, texts } of groups) {
    if (writer === null || !writer.actorId?.startsWith('user:')) continue
    const known = people.get(writer.actorId)
    const person = {
      actorId: writer.actorId,
      name: writer.name,
      email: emailOf(writer.actorId, writer.name, host),
    }
    people.set(writer.actorId, { person, texts: (known?.texts ?? 0) + texts })
  }
  return [...people.values()].sort((a, b) => b.texts - a.texts).map(({ person }) => person)
}

/** Returns an address that is unique to a person in this Dragoman, and reaches no one. */
function emailOf(actorId: string, name: string, host: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\w.-]+/g, '')
    .toLowerCase()
  const id = actorId.slice('user:'.length)
  return `${id}${plain === '' ? '' : `+${plain}`}@users.noreply.${host}`
}

function messageOf(
  groups: readonly ChangeGroup[],
  { settings, host, link, committer, signers }: ComposeRequest,
): string {
  const counts = new Map<string, number>()
  for (const { language, texts } of groups) counts.set(language, (counts.get(language) ?? 0) + texts)
  const languages = [...counts.keys()].map(nameOf)
  const count = [...counts.values()].reduce((sum, texts) => sum + texts, 0)
  const people = peopleOf(groups, host)
  const values: Readonly<Record<string, string>> = {
    languages: languages.join(', '),
    language: languages.join(', '),
    person: people.map(({ name }) => name).join(', ') || committer.name,
    count: String(count),
  }
  const subject = (settings.message ?? 'chore(l10n): update {languages}').replaceAll(
    /\{(languages|language|person|count)\}/g,
    (_, name: string) => values[name] ?? '',
  )
  const lines = [...counts].map(
    ([tag, texts]) => `${nameOf(tag)}: ${texts} ${texts === 1 ? 'string' : 'strings'}`,
  )
  // No one signs off without having agreed to it.
  const signing = people.length === 0 ? [committer] : people.filter(({ actorId }) => signers.has(actorId))
  const trailers = [
    ...people.slice(1).map(({ name, email }) => `Co-authored-by: ${plainName(name)} <${email}>`),
    ...(settings.signOff ? signing : []).map(
      ({ name, email }) => `Signed-off-by: ${plainName(name)} <${email}>`,
    ),
  ]
  const skip = settings.skipCi ? ' [skip ci]' : ''
  const parts = [`${oneLine(subject)}${skip}`, [...lines, link].join('\n'), trailers.join('\n')]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function nameOf(tag: string): string {
  return languageName(tag, 'en')
}

function oneLine(text: string): string {
  return text.replaceAll(/[\u0000-\u001f<>]+/g, ' ').trim()
}
