import {
  api,
  type ChannelReply,
  Failure,
  isFailure,
  type LanguageChangeReply,
  type LanguageDifferenceReply,
  type ReleaseReply,
  type ScheduledMoveReply,
} from '@dragoman/contract'
import { definedOf, readScheduledTime, type ScheduleProblem } from '@dragoman/core'
import { count } from '../count.ts'
import { nearest } from '../nearest.ts'
import { oneLine } from '../one-line.ts'
import type { ReadArguments } from '../read-arguments.ts'
import type { Connection } from '../server/connect.ts'
import { connectProject } from '../server/connect-project.ts'
import { noProject } from '../server/no-project.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

type Action = (project: OpenProject, read: ReadArguments, terminal: Terminal) => Promise<number>
type OpenProject = { readonly slug: string; readonly connection: Connection }

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ['list', list],
  ['create', create],
  ['move', move],
])
/** Enough for most looks back; the screen shows all. */
const LISTED_RELEASES = 20

/** `dragoman release`: creates releases of a project on a server, and moves its channels to them. */
export async function release(args: readonly string[], terminal: Terminal): Promise<number> {
  const read = readArgumentsOf('release', args)
  const [word = 'list', ...rest] = read.words
  const action = ACTIONS.get(word)
  if (action === undefined) {
    const close = nearest(word, [...ACTIONS.keys()])
    const hint = close === null ? 'Use list, create or move.' : `Did you mean "dragoman release ${close}"?`
    throw new UsageError(`"dragoman release" cannot ${word}. ${hint}`)
  }
  const { project: slug, connection } = await connectProject(terminal, read.options)
  try {
    return await action({ slug, connection }, { ...read, words: rest }, terminal)
  } catch (error) {
    if (isFailure(error, 'not-found') && error.params.what === 'project')
      throw await noProject(connection, slug)
    if (error instanceof Failure && error.code === 'invalid-input') throw scheduleError(error) ?? error
    throw error
  }
}

async function list(project: OpenProject, { words, options }: ReadArguments, { print }: Terminal) {
  noMoreWords(words, 'list')
  const { channels, scheduled } = await channelsOf(project)
  const releases = await releasesOf(project)
  if (options.has('--json')) {
    print(JSON.stringify({ version: 1, channels, scheduled, releases }, null, 2))
    return 0
  }
  print('Channels')
  for (const channel of channels) print(`  ${channel.name}: ${servedBy(channel)}`)
  if (scheduled.length > 0) print('Scheduled')
  for (const move of scheduled) {
    const share = move.percent < 100 ? ` for ${move.percent} % of readers` : ''
    print(`  ${move.at}: ${move.channel} to v${move.release}${share}${failureOf(move)}`)
  }
  print(releases.length === 0 ? 'There is no release yet: dragoman release create.' : 'Releases')
  for (const { number, title, createdAt, createdBy, changes } of releases)
    print(
      `  v${number} ${createdAt.slice(0, 10)} ${oneLine(createdBy.name)}, ${count(changes, 'change')}${title === '' ? '' : `: ${oneLine(title)}`}`,
    )
  return 0
}

function failureOf({ failure, failedAt }: ScheduledMoveReply): string {
  if (failure === null) return ''
  return `; it ${failedAt === null ? 'would fail now' : 'failed'} (${failure.replaceAll('-', ' ')})`
}

async function create(project: OpenProject, { words, options }: ReadArguments, { print }: Terminal) {
  noMoreWords(words, 'create')
  const channel = options.get('--channel')
  const at = timeOf(options)
  const percent = percentOf(options)
  if (channel === undefined && (at !== undefined || percent !== undefined))
    throw new UsageError('--at and --percent need --channel NAME, the channel that is to serve the release.')
  if (options.has('--note'))
    throw new UsageError('A release has --title and --notes; --note is for "dragoman release move".')
  const before = channel === undefined ? null : await requireChannel(project, channel)
  const params = { project: project.slug }
  if (options.has('--dry-run')) return compare(project, options.has('--json'), print)
  const body = {
    title: options.get('--title') ?? '',
    notes: options.get('--notes') ?? '',
    ...definedOf({ channel, at, percent }),
  }
  try {
    const made = await project.connection.call(api.releases.create, { params, body })
    if (options.has('--json')) print(JSON.stringify({ version: 1, release: made }, null, 2))
    else {
      print(`Created v${made.number} with ${count(made.changes, 'change')}.`)
      if (before !== null) {
        const isNow = at === undefined && percent !== undefined
        const after = isNow ? await requireChannel(project, before.name) : before
        print(served(before.name, made.number, { at, percent: shareOf(after, made.number, percent) }))
      }
    }
    return 0
  } catch (error) {
    if (!isFailure(error, 'nothing-to-release')) throw error
    // A job that runs after each change then has nothing to do, which is not a failure.
    const [newest] = await releasesOf(project)
    if (options.has('--json')) print(JSON.stringify({ version: 1, release: null }, null, 2))
    else {
      print(`Nothing has changed since v${newest?.number ?? 0}, so no release was created.`)
      if (channel !== undefined)
        print(`To serve it: dragoman release move ${channel} ${newest?.number ?? 'latest'}`)
    }
    return 0
  }
}

/** Shows the changes that a new release would contain. */
async function compare({ slug, connection }: OpenProject, isJson: boolean, print: Terminal['print']) {
  const difference = await connection.call(api.releases.compare, {
    params: { project: slug },
    query: { to: 'catalog' },
  })
  if (isJson) {
    print(JSON.stringify({ version: 1, ...difference }, null, 2))
    return 0
  }
  const { from, languageChanges, syntaxChange } = difference
  const changed = difference.languages.filter((one) => changesIn(one) > 0)
  const since = from === null ? 'the first release' : `v${from}`
  if (changed.length === 0 && languageChanges.length === 0 && !syntaxChange) {
    print(`Nothing has changed since ${since}.`)
    return 0
  }
  print(from === null ? 'The first release would have:' : `Changes since ${since}:`)
  for (const { language, added, changed: other, removed, status, failing } of changed) {
    const reviewed = status === 0 ? '' : `, ${status} with another review status or errors`
    const errors = failing === 0 ? '' : `; ${count(failing, 'text')} with errors`
    print(`  ${language}: ${added} added, ${other} changed, ${removed} removed${reviewed}${errors}`)
  }
  for (const { language, change } of languageChanges) print(`  ${language}: ${LANGUAGE_CHANGED[change]}`)
  if (syntaxChange) print(`  placeholders: ${syntaxChange.after} instead of ${syntaxChange.before}`)
  return 0
}

const LANGUAGE_CHANGED: Readonly<Record<LanguageChangeReply['change'], string>> = {
  added: 'language added',
  removed: 'language removed',
  fallback: 'fallback language changed',
}

function changesIn({ added, changed, removed, status }: LanguageDifferenceReply): number {
  return added + changed + removed + status
}

async function move(project: OpenProject, { words, options }: ReadArguments, { print }: Terminal) {
  const [channel, which] = words
  if (channel === undefined || which === undefined)
    throw new UsageError('Which channel, to which release? dragoman release move production 12, or latest.')
  for (const name of ['--title', '--notes', '--channel'])
    if (options.has(name)) throw new UsageError(`${name} is for "dragoman release create".`)
  const at = timeOf(options)
  const percent = percentOf(options)
  const before = await requireChannel(project, channel)
  const number = await releaseNumber(project, which)
  if (options.has('--dry-run')) {
    const share = shareOf(before, number, percent)
    if (options.has('--json')) {
      const planned = { channel, release: number, percent: share, at: at ?? null }
      print(JSON.stringify({ version: 1, isDry: true, ...planned }, null, 2))
    } else
      print(`${served(channel, number, { at, percent: share })} Nothing was changed: this was a dry run.`)
    return 0
  }
  const call = { params: { project: project.slug, channel } }
  const body = {
    release: number,
    note: options.get('--note') ?? '',
    ...(percent === undefined ? {} : { percent }),
  }
  if (at !== undefined) {
    const scheduled = await project.connection.call(api.releases.scheduleMove, {
      ...call,
      body: { ...body, at },
    })
    if (options.has('--json')) print(JSON.stringify({ version: 1, scheduled }, null, 2))
    else print(served(channel, number, { at, percent: shareOf(before, number, percent) }))
    return 0
  }
  const moved = await project.connection.call(api.releases.moveChannel, { ...call, body })
  if (options.has('--json')) print(JSON.stringify({ version: 1, channel: moved }, null, 2))
  else print(served(channel, number, { at, percent: shareOf(moved, number, percent) }))
  return 0
}

/**
 * Returns how many of 100 readers of a channel get a release, before or after it was moved to it. All get it if
 * there is no other release that the rest could keep.
 */
function shareOf({ release }: ChannelReply, number: number, percent = 100): number {
  return release === null || release === number ? 100 : percent
}

type When = { readonly at: string | undefined; readonly percent: number }

function served(channel: string, number: number, { at, percent }: When): string {
  const share = percent === 100 ? '' : ` to ${percent} % of its readers`
  return at === undefined
    ? `${channel} serves v${number}${share}.`
    : `${channel} serves v${number}${share} from ${at}.`
}

function servedBy({ kind, release: number, next }: ChannelReply): string {
  if (kind === 'pseudo') return 'pseudo texts'
  if (kind === 'catalog') return 'every saved text'
  if (number === null) return 'nothing yet'
  return next === null ? `v${number}` : `v${number}; ${next.percent} % of readers get v${next.release}`
}

function channelsOf({ slug, connection }: OpenProject) {
  return connection.call(api.releases.channels, { params: { project: slug } })
}

async function releasesOf({ slug, connection }: OpenProject): Promise<readonly ReleaseReply[]> {
  const query = { limit: LISTED_RELEASES }
  return (await connection.call(api.releases.list, { params: { project: slug }, query })).releases
}

/** Returns a channel. Throws CommandError if it does not exist or cannot be moved, and lists those that can. */
async function requireChannel(project: OpenProject, name: string): Promise<ChannelReply> {
  const { channels } = await channelsOf(project)
  const releasing = channels.filter(({ kind }) => kind === 'release')
  const found = releasing.find((channel) => channel.name === name)
  if (found !== undefined) return found
  const movable = releasing.map((channel) => channel.name)
  const close = nearest(name, movable)
  const hint =
    movable.length === 0
      ? 'Create one on the Releases screen.'
      : close === null
        ? `There are: ${movable.join(', ')}.`
        : `Did you mean ${close}?`
  throw new CommandError(
    channels.some((channel) => channel.name === name)
      ? `${name} is not moved to releases: it always serves the current texts. ${hint}`
      : `${project.slug} has no channel "${name}". ${hint}`,
  )
}

/** `12`, `v12` or `latest`. Throws UsageError and CommandError. */
async function releaseNumber(project: OpenProject, text: string): Promise<number> {
  if (text !== 'latest' && !/^v?[1-9]\d{0,8}$/.test(text))
    throw new UsageError(`"${text}" is not a release. Use its number, such as 12, or latest.`)
  const [newest] = await releasesOf(project)
  if (newest === undefined)
    throw new CommandError(`${project.slug} has no release yet. Create one: dragoman release create.`)
  if (text === 'latest') return newest.number
  const number = Number(text.replace('v', ''))
  if (number > newest.number)
    throw new CommandError(`${project.slug} has no release ${number}; the newest is ${newest.number}.`)
  return number
}

function percentOf(options: ReadArguments['options']): number | undefined {
  const text = options.get('--percent')
  if (text === undefined) return undefined
  const percent = Number(text)
  if (!/^\d{1,3}$/.test(text) || percent < 1 || percent > 100)
    throw new UsageError(`--percent takes a whole number from 1 to 100, not "${text}".`)
  return percent
}

const SCHEDULE_PROBLEMS: Readonly<Record<ScheduleProblem, string>> = {
  'no-time-zone': '--at takes a time with a time zone, such as 2026-12-01T09:00+01:00',
  'not-ahead': '--at takes a time in the future',
  'too-far-ahead': '--at takes a time within a year',
}

/** The server's clock decides; only the format of the time can be checked here. Throws UsageError. */
function timeOf(options: ReadArguments['options']): string | undefined {
  const text = options.get('--at')
  if (text === undefined) return undefined
  const read = readScheduledTime(text, new Date())
  if ('problem' in read && read.problem === 'no-time-zone')
    throw new UsageError(`${SCHEDULE_PROBLEMS[read.problem]}, not "${text}".`)
  return text
}

/** Returns the server's refusal of the time, in terms of the option; null for anything else. */
function scheduleError({ fields }: Failure): UsageError | null {
  const problem = fields.find(({ pointer }) => pointer === '/at')?.code ?? ''
  const sentence = new Map(Object.entries(SCHEDULE_PROBLEMS)).get(problem)
  return sentence === undefined ? null : new UsageError(`${sentence}. (${problem})`)
}

function noMoreWords([word]: readonly string[], action: string): void {
  if (word !== undefined)
    throw new UsageError(`"${word}" is one argument too many: dragoman release ${action} takes none.`)
}
