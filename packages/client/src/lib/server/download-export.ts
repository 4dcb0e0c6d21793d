import { api, type Job } from '@dragoman/contract'
import { call } from './call.ts'
import { isRunning } from './jobs.ts'
import { saveStream } from './save-file.ts'

const LOOK_EVERY_MS = 500

/** The job once it has ended. */
export async function endOfJob(project: string, started: Job): Promise<Job> {
  let job = started
  while (isRunning(job)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    job = await call(api.jobs.get, { params: { project, job: started.id } })
  }
  return job
}

/** Saves the archive that an export has made. */
export async function downloadExport(project: string, { id }: Pick<Job, 'id'>): Promise<void> {
  await saveStream(await call(api.files.exported, { params: { project, job: id } }))
}
