import { AUDIENCES, type AuditKind, SHARED_ROLES } from '@dragoman/core'
import { type AuditWords, type Sentences, type StoredDetails, textOf } from './audit-words.ts'

type Kinds = Extract<AuditKind, `${'project' | 'language' | 'channel' | 'address' | 'source'}.${string}`>

/** Sentences about projects: their settings, languages, files, and what apps load. */
export const PROJECT_SENTENCES: Sentences<Kinds> = {
  'project.made': (_, { t, actor, project }) => t('audit:said.projectMade', { actor, project }),
  'project.changed': changeOfProject,
  'project.removed': ({ name }, { t, actor, target }) =>
    t('audit:said.projectRemoved', { actor, name: textOf(name) === '' ? target : textOf(name) }),
  'language.removed': (_, { t, actor, target, project, formats }) =>
    t('audit:said.languageRemoved', { actor, project, language: formats.languageName(target) }),
  'channel.added': (_, { t, actor, target }) => t('audit:said.channelAdded', { actor, target }),
  'channel.changed': (_, { t, actor, target }) => t('audit:said.channelChanged', { actor, target }),
  'channel.moved': ({ release, percent }, { t, actor, target, formats }) => {
    const said = { actor, target, release: releaseName(release, formats) }
    return typeof percent === 'number' && percent < 100
      ? t('audit:said.channelMovedForSome', { ...said, share: formats.percent(percent / 100) })
      : t('audit:said.channelMoved', said)
  },
  'channel.move-scheduled': ({ release, at }, { t, actor, target, formats }) =>
    t('audit:said.channelScheduled', {
      actor,
      target,
      release: releaseName(release, formats),
      time: formats.dateTime(textOf(at)),
    }),
  'channel.move-cancelled': (_, { t, actor, target }) => t('audit:said.channelCancelled', { actor, target }),
  'channel.removed': (_, { t, actor, target }) => t('audit:said.channelRemoved', { actor, target }),
  'address.added': (_, { t, actor, target }) => t('audit:said.addressAdded', { actor, target }),
  'address.removed': (_, { t, actor, target }) => t('audit:said.addressRemoved', { actor, target }),
  'source.added': ({ branch, mode }, { t, actor, target, project }) =>
    typeof branch === 'string' && mode === undefined
      ? t('audit:said.branchOpened', { actor, branch })
      : t('audit:said.sourceAdded', { actor, target, project }),
  'source.changed': (_, { t, actor, target, project }) =>
    t('audit:said.sourceChanged', { actor, target, project }),
  'source.removed': ({ texts }, { t, actor, target, project }) =>
    texts === undefined
      ? t('audit:said.sourceRemoved', { actor, target, project })
      : t('audit:said.branchClosed', { actor, target }),
}

function releaseName(release: unknown, formats: AuditWords['formats']): string {
  return typeof release === 'number' ? formats.number(release) : '–'
}

/** The one setting that was changed in its own words, or which ones were changed. */
function changeOfProject(details: StoredDetails<'project.changed'>, words: AuditWords): string {
  const { t, actor, target, project, formats } = words
  const changed = projectSettings(details)
  const [only] = changed
  if (only !== undefined && changed.length === 1) {
    const [name, value] = only
    const sharing = name === 'sharing' ? sharingOf(value) : null
    if (sharing !== null) {
      const role = sharing.with === 'members' ? 'reader' : sharing.role
      return t(`audit:said.shared-${sharing.with}-${role}`, { actor, project })
    }
    if (name === 'name' && value !== target) return t('audit:said.renamed', { actor, name: textOf(value) })
    if (name === 'deliverPublic')
      return t(value === true ? 'audit:said.delivered-anyone' : 'audit:said.delivered-token', {
        actor,
        project,
      })
  }
  if (changed.length === 0) return t('audit:said.projectSaved', { actor, project })
  const settings = formats.list(changed.map(([name]) => t(`audit:setting.${name}`)))
  return t('audit:said.settings', { actor, project, settings })
}

/** Settings that have words, in the order of the screen. */
const SETTINGS = [
  'name',
  'slug',
  'syntax',
  'description',
  'website',
  'reviewOwn',
  'deliverPublic',
  'deliverFallback',
  'sharing',
  'visitorAddress',
  'showNames',
  'indexed',
  'editOrigins',
] as const

/** Returns the settings that an entry of a project names, with their values. */
export function projectSettings(
  details: unknown,
): readonly (readonly [(typeof SETTINGS)[number], unknown])[] {
  if (typeof details !== 'object' || details === null) return []
  const { settings, ...own } = details as { readonly settings?: unknown } // any of them can be missing
  const named = new Map(Object.entries({ ...own, ...(typeof settings === 'object' ? settings : {}) }))
  return SETTINGS.filter((name) => named.has(name)).map((name) => [name, named.get(name)] as const)
}

/** Returns whom a project is shared with; null for anything else. */
export function sharingOf(value: unknown) {
  if (typeof value !== 'object' || value === null || !('with' in value) || !('role' in value)) return null
  const audience = AUDIENCES.find((one) => one === value.with)
  const role = SHARED_ROLES.find((one) => one === value.role)
  return audience === undefined || role === undefined ? null : { with: audience, role }
}
