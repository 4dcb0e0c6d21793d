import { rightsSchema } from '@dragoman/contract'
import type { AuditDetail } from '@dragoman/core'
import { rolesIn } from '../../lib/access/roles-in.ts'
import { type AuditWords, hostOf, textOf, textsOf } from './audit-words.ts'
import { projectSettings, sharingOf } from './project-sentences.ts'

/** Says a stored value in words; null: it has none, or the sentence says it. */
type Say = (value: unknown, words: AuditWords) => string | null

const hidden: Say = () => null
const text: Say = (value) => textOf(value) || null
const count: Say = (value, { formats }) => (typeof value === 'number' ? formats.number(value) : null)
const yesNo: Say = (value, { t }) => (typeof value === 'boolean' ? t(value ? 'audit:yes' : 'audit:no') : null)
const orAsProject: Say = (value, words) => (value === null ? words.t('audit:asProject') : yesNo(value, words))
const time: Say = (value, { formats, t }) =>
  value === null
    ? t('audit:none-of-it')
    : Number.isNaN(Date.parse(textOf(value)))
      ? null
      : formats.dateTime(textOf(value))
const seconds: Say = (value, { formats }) => (typeof value === 'number' ? formats.duration(value) : null)
const list: Say = (value, { formats, t }) =>
  value === null ? t('audit:everywhere') : textsOf(value).length === 0 ? null : formats.list(textsOf(value))
const languages: Say = (value, words) =>
  list(Array.isArray(value) ? textsOf(value).map(words.formats.languageName) : value, words)
const oneOf =
  <Id extends string>(ids: readonly Id[], name: (id: Id, words: AuditWords) => string): Say =>
  (value, words) => {
    const id = ids.find((one) => one === value)
    return id === undefined ? null : name(id, words)
  }

const WAYS = ['password', 'code', 'recovery-code', 'passkey', 'set-up', 'link', 'invitation'] as const
const way = oneOf(WAYS, (id, { t }) => t(`audit:way.${id}`))
const SERVED = ['translated', 'reviewed', 'move', 'discard'] as const
const MODES = ['push', 'pull-request', 'by-hand', 'read-only'] as const
const CONNECTION = ['mode', 'settings', 'isPaused', 'signIn', 'forge', 'webhookSecret'] as const

/** The words of each detail; the compiler asks for some where a detail is added. Ids have none. */
const SAY: { readonly [D in AuditDetail]: Say } = {
  by: (value, words) => way(value, words) ?? (/^https?:/.test(textOf(value)) ? hostOf(value) : null),
  device: text,
  why: hidden,
  sessions: count,
  what: hidden,
  to: hidden,
  isConfirmed: hidden,
  is: hidden,
  name: hidden,
  linked: hidden,
  unlinked: hidden,
  before: (value, words) => rights(value, words) ?? role(value, words),
  after: (value, words) => rights(value, words),
  role: (value, words) => role(value, words),
  isSuspended: hidden,
  projects: count,
  who: hidden,
  undoes: (value, { t }) => (typeof value === 'number' ? t('audit:yes') : null),
  group: text,
  made: hidden,
  added: list,
  removed: list,
  joined: list,
  left: list,
  people: count,
  id: hidden,
  number: count,
  generation: hidden,
  expiresAt: time,
  invitedBy: hidden,
  hint: text,
  scopes: (value, words) => list(textsOf(value).map(words.scopeName), words),
  languages,
  channels: list,
  origin: hidden,
  slug: hidden,
  syntax: hidden,
  sharing: hidden,
  settings: hidden,
  editOrigins: hidden,
  description: text,
  isOn: yesNo,
  isPublic: orAsProject,
  fallback: orAsProject,
  texts: oneOf(SERVED, (id, { t }) => t(`audit:texts.${id}`)),
  holdsErrors: yesNo,
  collectsMissing: yesNo,
  formats: (value, words) => list(textsOf(value).map(words.formatName), words),
  origins: list,
  cacheSeconds: seconds,
  staleSeconds: seconds,
  release: count,
  percent: (value, { formats }) => (typeof value === 'number' ? formats.percent(value / 100) : null),
  scheduledFor: time,
  at: time,
  shape: oneOf(['locize', 'tolgee'], (id) => (id === 'locize' ? 'Locize' : 'Tolgee')),
  channel: text,
  namespace: text,
  branch: text,
  mode: oneOf(MODES, (id, { t }) => t(`audit:mode.${id}`)),
  changed: (value, { formats, t }) => {
    const known = CONNECTION.filter((one) => textsOf(value).includes(one))
    return known.length === 0 ? null : formats.list(known.map((one) => t(`audit:connection.${one}`)))
  },
  moved: count,
  conflicts: count,
  discarded: count,
  format: (value, { formatName }) => (textOf(value) === '' ? null : formatName(textOf(value))),
  language: (value, { formats }) => (textOf(value) === '' ? null : formats.languageName(textOf(value))),
  namespaces: list,
  days: hidden,
  everyHours: (value, { formats, t }) =>
    value === null
      ? t('audit:none-of-it')
      : typeof value === 'number'
        ? formats.duration(value * 3600)
        : null,
  keep: count,
  issuer: hidden,
  isOnlyWay: yesNo,
}

function rights(value: unknown, { formats, roleName, t }: AuditWords): string | null {
  if (value === null) return t('audit:none-of-it')
  const read = rightsSchema.safeParse(value)
  if (!read.success) return null
  return formats.list(
    rolesIn(read.data).map(({ role, languages, namespaces }) => {
      const limits = [...(languages ?? []).map(formats.languageName), ...(namespaces ?? [])]
      return limits.length === 0 ? roleName(role) : `${roleName(role)} (${formats.sideBySide(limits)})`
    }),
  )
}

function role(value: unknown, { t, roleName }: AuditWords): string | null {
  if (value === 'owner' || value === 'member') return t(`audit:role.${value}`)
  return textOf(value) === '' ? null : roleName(textOf(value))
}

/** A line of details: its name and value, in words. */
export type DetailLine = { readonly name: string; readonly value: string }

/** Returns the details of an entry that its sentence does not contain, without ids. */
export function auditDetails(
  { kind, details }: { readonly kind: string; readonly details: Readonly<Record<string, unknown>> },
  words: AuditWords,
): readonly DetailLine[] {
  if (kind === 'project.changed') return settingLines(details, words)
  return Object.entries(details).flatMap(([name, value]) => {
    const said = isDetail(name) ? SAY[name](value, words) : null
    return said === null ? [] : [{ name: words.t(`audit:detail.${name}`), value: said }]
  })
}

function isDetail(name: string): name is AuditDetail {
  return Object.hasOwn(SAY, name)
}

/** What each setting is now, and what it was before where that was recorded. */
function settingLines(details: Readonly<Record<string, unknown>>, words: AuditWords): readonly DetailLine[] {
  const { t } = words
  const before = new Map(projectSettings(details.before))
  return projectSettings(details).flatMap(([setting, value]) => {
    const name = t(`audit:setting.${setting}`)
    const is = settingValue(value, words)
    const was = before.has(setting) ? settingValue(before.get(setting), words) : null
    return [
      ...(was === null ? [] : [{ name: t('audit:settingBefore', { setting: name }), value: was }]),
      ...(is === null ? [] : [{ name, value: is }]),
    ]
  })
}

const settingValue: Say = (value, words) => {
  const sharing = sharingOf(value)
  if (sharing !== null) {
    const { t } = words
    const who = t(`audit:audience.${sharing.with}`)
    return sharing.with === 'members'
      ? who
      : words.formats.sideBySide([who, t(`audit:shared.${sharing.role}`)])
  }
  if (value === null || value === '') return words.t('audit:none-of-it')
  return yesNo(value, words) ?? list(value, words) ?? text(value, words)
}
