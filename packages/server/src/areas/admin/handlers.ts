import { Failure, isJobKind, JOB_KINDS } from '@dragoman/contract'
import { jobById, listAllJobs, recordAudit } from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import { diskSpaceOf } from '../../disk-space.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { isMailAddress } from '../../mail/mail-address.ts'
import { refusedField } from '../../refused-field.ts'
import { putAuditDays, readAuditDays } from '../audit/audit-days.ts'
import { backupHandlers } from './backup-handlers.ts'
import { listHandlers } from './list-handlers.ts'
import { peopleHandlers } from './people-handlers.ts'

const JOBS_SHOWN_FOR_MS = 7 * 24 * 60 * 60_000

const JOBS_LISTED = 200

/** Handlers for owners: everything that belongs to the installation rather than to one project. */
export function adminHandlers(deps: Deps): Handlers['admin'] {
  const { store, now, jobs, backups, mail } = deps
  const startedAt = now().toISOString()
  return {
    async overview() {
      const isReady = await store.requireReady().then(
        () => true,
        () => false, // the error is the answer: it is not writable
      )
      const disk = await diskSpaceOf(backups.dataFolder)
      return {
        version: deps.version,
        node: process.versions.node,
        startedAt,
        database: { kind: store.dialect, isReady },
        freeBytes: disk?.free ?? null,
        memoryBytes: process.memoryUsage().rss,
        delivery: deps.deliveryMode,
        isMailConfigured: mail.isConfigured,
        auditDays: await store.read(readAuditDays),
      }
    },

    async setAuditDays({ body, caller }) {
      await caller.write(async (w) => {
        await putAuditDays(w, body.days)
        await recordAudit(w, {
          kind: 'setting.changed',
          projectId: null,
          origin: caller.origin,
          target: 'audit-days',
          details: { days: body.days },
        })
      })
      return {}
    },

    ...peopleHandlers(deps),

    ...listHandlers(deps),

    jobs: () =>
      store.read(async (r) => {
        const endedSince = new Date(now().getTime() - JOBS_SHOWN_FOR_MS).toISOString()
        const rows = await listAllJobs(r, { endedSince, kinds: JOB_KINDS, limit: JOBS_LISTED })
        return {
          jobs: rows.map((row) => ({
            ...presentJob(row),
            project: row.project,
            projectName: row.projectName,
          })),
        }
      }),

    async rerunJob({ params, caller }) {
      const job = await store.read((r) => jobById(r, params.job))
      if (job === null || !isJobKind(job.kind)) throw new Failure('not-found', { what: 'job' })
      return presentJob((await jobs.rerun(caller, job)) ?? job)
    },

    async testMail({ body, caller }) {
      if (!isMailAddress(body.to)) throw refusedField('/to', 'not-an-address')
      await caller.confirm()
      const to = { name: requireActor(caller).name, address: body.to }
      const result = await mail.sendTest(to, caller.user?.settings.language ?? null)
      return { isSent: result.ok, problem: result.ok ? null : result.problem }
    },

    ...backupHandlers(deps),
  }
}
