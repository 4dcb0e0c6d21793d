import { Failure } from '@dragoman/contract'
import { ALL_SYNTAXES, can, readWebsite, tidyDescription } from '@dragoman/core'
import {
  countsByLanguage,
  createProject,
  deleteProject,
  listSources,
  openJobs,
  type ProjectRow,
  type ProjectSettings,
  projectOverview,
  recordAudit,
  updateProject,
} from '@dragoman/store'
import { readableProjects } from '../../access/readable-projects.ts'
import { requireActor } from '../../access/require-actor.ts'
import { requireProject } from '../../access/require-rows.ts'
import { seesPaths } from '../../access/sees-paths.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { changeSyntax } from '../../jobs/check-texts-job.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { chooseDetection } from '../../sources/folder/choose-detection.ts'
import { connectFolder, folderToConnect } from '../../sources/folder/connect-folder.ts'
import { inspectForBrowser } from '../../sources/folder/inspect-folder.ts'
import { requireSeparateFolder } from '../../sources/folder/require-connectable.ts'
import { lockNothingUnsent, requireNothingUnsent } from '../../sources/git/require-nothing-unsent.ts'
import { requirePerson } from '../account/own-account.ts'
import { definedOf } from '../defined-of.ts'
import { ADD_LANGUAGE } from '../languages/add-language-job.ts'
import { leftIn } from '../left-in.ts'
import { presentCounts, presentOperation } from '../present.ts'
import { changedSettings } from './changed-settings.ts'
import { newProjectOverFiles, otherProjectsOf } from './new-project-over-files.ts'
import { presentListed, presentProject } from './present.ts'
import { requireSlug } from './require-slug.ts'
import { requireTag } from './require-tag.ts'
import { syntaxOf } from './syntax-of.ts'

export function projectsHandlers(deps: Deps): Handlers['projects'] {
  const { store, now, sources, jobs } = deps
  return {
    list: ({ actor }) =>
      store.read(async (r) => {
        const projects = []
        for (const project of await readableProjects(r, actor)) projects.push(await presentListed(r, project))
        return { projects }
      }),

    async create({ body, caller }) {
      requireSlug(body.slug)
      const sourceLanguage = requireTag(body.sourceLanguage)
      const { name, slug, pattern, format, remember, deliverPublic = false, others = [] } = body
      const { countAsReviewed = false } = body
      // A token can make a project for its texts, but connect no folder and open nothing to everyone.
      if (body.folder !== undefined || deliverPublic) requirePerson(caller)
      const found = body.folder === undefined ? null : await inspectForBrowser(body.folder)
      const actor = requireActor(caller)
      const where = found && { folder: found.folder, projectId: null, actor }
      if (where !== null) await store.read((r) => requireSeparateFolder(r, deps, where))
      const chosen = found && (await chooseDetection(found, { pattern, format, sourceLanguage, remember }))
      const syntax = syntaxOf(chosen?.folder ?? null, chosen?.pattern)
      const files = chosen && (await folderToConnect({ sourceLanguage, ...chosen }))
      const more =
        chosen &&
        files &&
        (await otherProjectsOf(chosen.folder, { name, own: files.pattern, patterns: others }))
      const startedBy = actor
      const job = await caller.write(async (w) => {
        if (where !== null) await requireSeparateFolder(w, deps, where)
        const project = await createProject(w, {
          slug,
          name,
          sourceLanguage,
          syntax,
          deliverPublic,
          at: now().toISOString(),
        })
        const made = ({ id: projectId, name: target }: ProjectRow) =>
          recordAudit(w, { kind: 'project.made', projectId, target, origin: caller.origin, details: {} })
        await made(project)
        const connect = { projectId: project.id, files, startedBy, countAsReviewed }
        const first = files && (await connectFolder(w, deps, { ...connect, files })).job
        for (const other of more ?? []) {
          const over = { ...other, deliverPublic, startedBy, countAsReviewed }
          await made((await newProjectOverFiles(w, deps, over)).project)
        }
        return first
      }, startedBy.id)
      await chosen?.store()
      const project = await store.read(async (r) => presentProject(r, await requireProject(r, slug)))
      return { ...project, job: job && presentJob(job) }
    },

    get: ({ read }) => read((r, { project }) => presentProject(r, project)),

    async update({ body, caller, read, write }) {
      const { name, slug, syntax, settings, sharing } = body
      if (slug !== undefined) requireSlug(slug)
      if (syntax !== undefined) requireSyntax(syntax)
      const fields = {
        ...(name === undefined ? {} : { name }),
        ...(slug === undefined ? {} : { slug }),
        ...(settings === undefined ? {} : { settings: storedSettings(settings) }),
        ...(sharing === undefined ? {} : { sharing }),
      }
      const startedBy = requireActor(caller)
      const job = await write(async (w, { project }) => {
        const job =
          syntax === undefined
            ? null
            : await changeSyntax(w, deps, { projectId: project.id, syntax, startedBy })
        const details = changedSettings(project, { ...fields, syntax })
        const entry = { kind: 'project.changed', target: project.name, details } as const
        // The form of settings sends all of its fields.
        if (Object.keys(details).length > 0)
          await recordAudit(w, { ...entry, projectId: project.id, origin: caller.origin })
        await updateProject(w, project.id, fields)
        return job
      }, startedBy.id)
      if (job !== null) {
        caller.endTurn()
        await jobs.endedSoon(job.id)
      }
      return read((r, { project }) => presentProject(r, project))
    },

    async remove({ body, caller, project }) {
      if (body.confirm !== project.slug)
        throw new Failure('invalid-input', {}, { fields: [{ pointer: '/confirm', code: 'not-the-slug' }] })
      const of = { projectId: project.id }
      if (body.unsent !== 'discard') await store.read((r) => requireNothingUnsent(r, of))
      await caller.confirm()
      await sources.forgetProject(project.id)
      // The rows it has created for a language that does not exist yet would stay behind.
      for (const { id, projectId } of await store.read((r) => openJobs(r, ADD_LANGUAGE))) {
        if (projectId !== project.id) continue
        await jobs.cancel(caller.write, id, 'undo', requireActor(caller))
        caller.endTurn()
        await jobs.ended(id)
      }
      const { slug: target, name } = project
      await caller.write(async (w) => {
        if (body.unsent !== 'discard') await lockNothingUnsent(w, of)
        await deleteProject(w, project.id)
        const entry = { kind: 'project.removed', target, details: { name } } as const
        await recordAudit(w, { ...entry, projectId: project.id, origin: caller.origin })
      }, requireActor(caller).id)
      return {}
    },

    overview: ({ actor, caller, read }) =>
      read(async (r, { project }) => {
        const overview = await projectOverview(r, project.id)
        if (overview === null) throw new Failure('not-found', { what: 'project' })
        const counts = await countsByLanguage(r, project.id)
        const left = await leftIn(r, project, actor)
        const on = { on: 'project', projectId: project.id } as const
        const maySeeHistory = can(actor, 'history.read', on)
        const maySeeFiles = can(actor, 'files.read', on)
        return {
          keys: counts.get(project.sourceLanguage)?.total ?? 0,
          languages: overview.languages.flatMap(({ tag, counts }) => {
            const own = left.get(tag)
            return own === undefined ? [] : [{ tag, counts: presentCounts(counts), left: own }]
          }),
          activity: maySeeHistory
            ? overview.recent.map((row) => presentOperation(row, { showsPath: seesPaths(caller) }))
            : [],
          openConflicts: maySeeFiles ? overview.openConflicts : 0,
          sources: maySeeFiles ? (await listSources(r, project.id)).length : 0,
        }
      }),
  }
}

function requireSyntax(id: string): void {
  if (ALL_SYNTAXES.some((syntax) => syntax.id === id)) return
  throw new Failure('invalid-input', {}, { fields: [{ pointer: '/syntax', code: 'unknown-syntax' }] })
}

type GivenSettings = { readonly [K in keyof ProjectSettings]?: ProjectSettings[K] | undefined }

/** Returns settings as they are stored. Throws `invalid-input` for an address that cannot be a website's. */
function storedSettings({ description, website, ...settings }: GivenSettings): Partial<ProjectSettings> {
  const address = website === null || website === undefined || website.trim() === '' ? null : website
  const stored = address === null ? null : readWebsite(address)
  if (address !== null && stored === null)
    throw new Failure(
      'invalid-input',
      {},
      { fields: [{ pointer: '/settings/website', code: 'not-a-website' }] },
    )
  return {
    ...definedOf(settings),
    ...(description === undefined ? {} : { description: tidyDescription(description) }),
    ...(website === undefined ? {} : { website: stored }),
  }
}
