import { files } from './areas/files.ts'
import { imports } from './areas/imports.ts'
import { jobs } from './areas/jobs.ts'
import { keys } from './areas/keys.ts'
import { languages } from './areas/languages.ts'
import { namespaces } from './areas/namespaces.ts'
import { operations } from './areas/operations.ts'
import { projects } from './areas/projects.ts'
import { session } from './areas/session.ts'
import { sources } from './areas/sources.ts'
import { translations } from './areas/translations.ts'

/** The table of contents of the product: every area with its endpoints. */
export const api = {
  session,
  projects,
  languages,
  namespaces,
  keys,
  translations,
  operations,
  sources,
  files,
  imports,
  jobs,
} as const
export type Api = typeof api
