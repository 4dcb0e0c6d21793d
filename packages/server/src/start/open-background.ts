import { join } from 'node:path'
import { openBackups } from '../backups.ts'
import type { Config } from '../config.ts'
import type { Basics, Files, Out, Site, Work } from '../deps.ts'
import type { Dispatcher } from '../events/dispatcher.ts'
import { openArchives } from '../exports/open-archives.ts'
import { openAppTokens } from '../forges/github-app.ts'
import { openGit } from '../git/run-git.ts'
import { openUploads } from '../imports/open-uploads.ts'
import { openJobRunner } from '../jobs/job-runner.ts'
import { openLiveHub } from '../live/hub.ts'
import { mayListenBy } from '../live/may-listen.ts'
import { openMailer } from '../mail/open-mailer.ts'
import { openSmtpTransport } from '../mail/smtp-transport.ts'
import { NO_ALLOWED_ADDRESSES } from '../outgoing/allowed-addresses.ts'
import { openOutgoing } from '../outgoing/open-outgoing.ts'
import type { Sealing } from '../secrets/open-sealing.ts'
import type { GitParts } from '../sources/git/git-parts.ts'
import { openSourceSync } from '../sources/source-sync.ts'
import type { OpenedParts } from './opened-parts.ts'
import type { ServerOptions } from './server-options.ts'

type FilesParts = Pick<Basics, 'store' | 'now' | 'log'> &
  Pick<Work, 'workers'> & { readonly dataFolder: string }

export function openFiles(opened: OpenedParts, { store, now, log, workers, dataFolder }: FilesParts): Files {
  const uploads = openUploads({ root: join(dataFolder, 'uploads'), workers, store, log })
  opened.add('uploads', uploads.close)
  const archives = openArchives({ root: join(dataFolder, 'exports'), workers })
  opened.add('archives', archives.close)
  const backups = openBackups({ store, workers, now, log, dataFolder })
  opened.add('backups', backups.close)
  return { uploads, archives, backups }
}

type OutParts = {
  readonly basics: Basics
  readonly config: Pick<Config, 'mail' | 'allowedAddresses'>
  readonly site: Pick<Site, 'version' | 'publicOrigin'>
  readonly position: Dispatcher['position']
}

/** Opens emails, live events, and requests to other servers. */
export function openOut(opened: OpenedParts, { basics, config, site, position }: OutParts): Out {
  const { store, now, log } = basics
  const live = openLiveHub({ store, log, position, mayListen: mayListenBy({ store, now }) })
  opened.add('live', live.close)
  const mail = openMailer({
    ...basics,
    transport: config.mail ? openSmtpTransport(config.mail) : null,
    origin: site.publicOrigin,
  })
  opened.add('mail', mail.close)
  const outgoing = openOutgoing({
    allowed: config.allowedAddresses ?? NO_ALLOWED_ADDRESSES,
    userAgent: `Dragoman/${site.version}`,
  })
  return { live, mail, outgoing }
}

type SyncParts = {
  readonly basics: Basics
  readonly config: Pick<Config, 'dataFolder' | 'searchPath'>
  readonly site: Pick<Site, 'publicOrigin'>
  readonly out: Pick<Out, 'outgoing'>
  readonly work: Pick<Work, 'workers' | 'leases'>
  readonly sealing: Sealing
  readonly position: Dispatcher['position']
  readonly beforeStep: ServerOptions['beforeJobStep']
}

/** Opens the sync of folders and repositories, and the jobs. */
export function openSyncAndJobs(
  opened: OpenedParts,
  { basics, config, site, out, work, sealing, position, beforeStep }: SyncParts,
): Pick<Work, 'repositories' | 'sources' | 'jobs'> {
  const { outgoing } = out
  const searchPath = config.searchPath ?? ''
  const repositories: GitParts = {
    git: openGit({ searchPath }),
    searchPath,
    outgoing,
    sealing,
    appTokens: openAppTokens({ outgoing, now: basics.now }),
    folder: join(config.dataFolder, 'git'),
    publicOrigin: site.publicOrigin,
    silentMs: basics.timings.gitSilentMs,
  }
  const sources = openSourceSync({
    ...basics,
    leases: work.leases,
    workers: work.workers,
    position: () => position().number,
    repositories,
  })
  opened.add('sources', sources.close)
  const jobs = openJobRunner({ ...basics, beforeStep })
  opened.add('jobs', jobs.close)
  return { repositories, sources, jobs }
}
