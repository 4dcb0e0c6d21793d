import type { AuditKind } from '@dragoman/core'
import { type AuditWords, hostOf, type Sentences, type StoredDetails, textOf } from './audit-words.ts'

type Kinds = Extract<AuditKind, `${'webhook' | 'export' | 'backup' | 'setting'}.${string}`>

/** Sentences about what leaves the server, and about the server itself. */
export const SERVER_SENTENCES: Sentences<Kinds> = {
  'webhook.added': (_, { t, actor, target }) => t('audit:said.webhookAdded', { actor, target }),
  'webhook.changed': (_, { t, actor, target }) => t('audit:said.webhookChanged', { actor, target }),
  'webhook.secret-replaced': (_, { t, actor, target }) => t('audit:said.webhookSecret', { actor, target }),
  'webhook.removed': (_, { t, actor, target }) => t('audit:said.webhookRemoved', { actor, target }),
  'export.made': ({ format, language }, { t, actor, target, project }) => {
    // The target of an export of everything is the URL name of its project.
    if (textOf(format) === '') return t('audit:said.backupDownloaded', { actor, target })
    if (target === 'audit log') return t('audit:said.exportedLog', { actor })
    return language === undefined
      ? t('audit:said.exportedAll', { actor, project })
      : t('audit:said.exportedFile', { actor, target })
  },
  'backup.made': (_, { t, actor, target }) => t('audit:said.backupMade', { actor, target }),
  'setting.changed': changeOfServer,
}

function changeOfServer(details: StoredDetails<'setting.changed'>, words: AuditWords): string {
  const { days, keep, issuer, isOnlyWay, removed } = details
  const { t, actor, target, formats } = words
  if (typeof days === 'number') return t('audit:said.settingDays', { actor, days: formats.days(days) })
  if (keep !== undefined) return t('audit:said.settingBackups', { actor })
  if (removed === true) return t('audit:said.backupRemoved', { actor, target })
  if (textOf(issuer) !== '') return t('audit:said.settingProvider', { actor, provider: hostOf(issuer) })
  return t(isOnlyWay === undefined ? 'audit:said.settingOther' : 'audit:said.settingNoProvider', { actor })
}
