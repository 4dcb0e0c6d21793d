import { api, type ImportChoice, type Job } from '@dragoman/contract'
import { eventually, type TestServer } from './test-server.ts'

export type TestImport = {
  readonly upload: string
  readonly plan: (choice?: Partial<ImportChoice>) => ReturnType<typeof planOf>
  readonly start: (choice?: Partial<ImportChoice>) => Promise<Job>
}

function planOf(
  server: TestServer,
  params: { readonly project: string; readonly upload: string },
  choice: Partial<ImportChoice>,
) {
  return server.call(api.imports.plan, { params, body: { mode: 'overwrite', placements: [], ...choice } })
}

/** Uploads files like the import dialog. */
export async function uploadFiles(
  server: TestServer,
  project: string,
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
): Promise<TestImport> {
  const { upload } = await server.call(api.imports.create, { params: { project } })
  const params = { project, upload }
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content
    await server.call(api.imports.upload, { params, query: { path }, bytes })
  }
  return {
    upload,
    plan: (choice = {}) => planOf(server, params, choice),
    start: (choice = {}) =>
      server.call(api.imports.start, { params, body: { mode: 'overwrite', placements: [], ...choice } }),
  }
}

/** Waits for the end of a job, and returns it. */
export function endOfJob(server: TestServer, project: string, job: number): Promise<Job> {
  return eventually(async () => {
    const found = await server.call(api.jobs.get, { params: { project, job } })
    return found.endedAt === null ? null : found
  })
}

/** Returns flat files of a number of namespaces in some languages, by path. */
export function localeFiles(options: {
  readonly languages: readonly string[]
  readonly namespaces: number
  readonly keys: number
}) {
  const files: Record<string, string> = {}
  for (const language of options.languages) {
    for (let namespace = 0; namespace < options.namespaces; namespace++) {
      const texts = Array.from({ length: options.keys }, (_, key) => [
        `key${key}`,
        `${language} ${namespace} ${key} some words of a text`,
      ])
      files[`locales/${language}/part${namespace}.json`] =
        `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`
    }
  }
  return files
}
