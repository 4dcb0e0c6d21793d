import { isProjectSlug } from '@dragoman/core'
import { createProject, freeProjectName, type ProjectRow, projectBySlug, recordAudit } from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requirePerson } from '../../access/require-person.ts'
import { requireProject } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { chooseDetection } from '../../sources/folder/choose-detection.ts'
import { connectFolder, folderToConnect } from '../../sources/folder/connect-folder.ts'
import { inspectForBrowser } from '../../sources/folder/inspect-folder.ts'
import { requireSeparateFolder } from '../../sources/folder/require-connectable.ts'
import { newProjectOverFiles, otherProjectsOf } from './new-project-over-files.ts'
import { presentProject } from './present.ts'
import { requireSlug } from './require-slug.ts'
import { requireTag } from './require-tag.ts'
import { syntaxOf } from './syntax-of.ts'

export function createProjectHandlers(deps: Deps): Pick<Handlers['projects'], 'create' | 'checkNames'> {
  const { store, now } = deps
  return {
    checkNames: ({ body: { slug, name } }) =>
      store.read(async (r) => {
        const isTaken = (await projectBySlug(r, slug)) !== null
        return {
          slug: !isProjectSlug(slug) ? 'reserved' : isTaken ? 'taken' : null,
          isNameTaken: (await freeProjectName(r, name)) !== name,
        }
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
      const project = await store.read(async (r) => presentProject(r, (await requireProject(r, slug)).id))
      return { ...project, job: job && presentJob(job) }
    },
  }
}
