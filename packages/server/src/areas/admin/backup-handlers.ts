import { type AuditDeed, recordAudit, type Writer } from '@dragoman/store'
import { putBackupSettings, readBackupSettings } from '../../backups.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'

export function backupHandlers(
  deps: Deps,
): Pick<
  Handlers['admin'],
  'backups' | 'makeBackup' | 'setBackups' | 'downloadBackup' | 'verifyBackup' | 'removeBackup'
> {
  const { store, backups } = deps
  const record = (caller: Caller, target: string, deed: Deed) =>
    caller.write((w) => recordWithin(w, caller, target, deed))
  return {
    async backups() {
      const settings = await store.read(readBackupSettings)
      return {
        isSupported: backups.isSupported,
        backups: [...(await backups.list())],
        settings,
        failure: settings.everyHours === null ? null : backups.lastFailure(),
        restoreCommand: `DRAGOMAN_DATA=${quoted(backups.dataFolder)} dragoman restore ${quoted(`${backups.folder}/{name}`)}`,
      }
    },

    async makeBackup({ caller }) {
      await caller.confirm()
      const backup = await backups.make()
      try {
        await record(caller, backup.name, { kind: 'backup.made', details: {} })
      } catch (error) {
        await backups.remove(backup.name)
        throw error
      }
      return backup
    },

    async setBackups({ body, caller }) {
      await caller.write(async (w) => {
        await putBackupSettings(w, body)
        await recordWithin(w, caller, 'backups', { kind: 'setting.changed', details: body })
      })
      return body
    },

    async downloadBackup({ params, caller }) {
      await backups.requireKnown(params.backup)
      await record(caller, params.backup, { kind: 'export.made', details: {} })
      return backups.read(params.backup)
    },

    verifyBackup: ({ params }) => backups.verify(params.backup),

    async removeBackup({ params, caller }) {
      await backups.requireKnown(params.backup)
      await record(caller, params.backup, { kind: 'setting.changed', details: { removed: true } })
      await backups.remove(params.backup)
      return {}
    },
  }
}

type Deed = AuditDeed<'setting.changed' | 'backup.made' | 'export.made'>

function recordWithin(w: Writer, { origin }: Caller, target: string, deed: Deed): Promise<void> {
  return recordAudit(w, { ...deed, target, projectId: null, origin })
}

/** Quotes a text for a shell. */
function quoted(text: string): string {
  return /^[\w./{}:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
