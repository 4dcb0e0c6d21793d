import { ALL_SYNTAXES, definedOf, readWebsite, tidyDescription } from '@dragoman/core'
import { deleteProject, openJobs, type ProjectSettings, recordAudit, updateProject } from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { changeSyntax } from '../../jobs/check-texts-job.ts'
import { refusedField } from '../../refused-field.ts'
import { lockNothingUnsent, requireNothingUnsent } from '../../sources/git/branches/require-nothing-unsent.ts'
import { ADD_LANGUAGE } from '../languages/add-language-job.ts'
import { changedSettings } from './changed-settings.ts'
import { presentProject } from './present.ts'
import { requireSlug } from './require-slug.ts'

/** Changing and removing a project. */
export function changeProjectHandlers(deps: Deps): Pick<Handlers['projects'], 'update' | 'remove'> {
  const { store, sources, jobs } = deps
  return {
    async update({ body, caller, read, write }) {
      const { name, slug, syntax, settings, sharing } = body
      if (slug !== undefined) requireSlug(slug)
      if (syntax !== undefined) requireSyntax(syntax)
      const fields = {
        ...definedOf({ name, slug }),
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
      return read((r, { project }) => presentProject(r, project.id))
    },

    async remove({ body, caller, project }) {
      if (body.confirm !== project.slug) throw refusedField('/confirm', 'not-the-slug')
      const of = { projectId: project.id, answer: body }
      const prepared = await requireNothingUnsent(store.read, of)
      await caller.confirm()
      await sources.whileStopped(project.id, async () => {
        // The rows it has created for a language that does not exist yet would stay behind.
        for (const { id, projectId } of await store.read((r) => openJobs(r, ADD_LANGUAGE.kind))) {
          if (projectId !== project.id) continue
          await jobs.cancel(caller.write, id, 'undo', requireActor(caller))
          caller.endTurn()
          await jobs.ended(id)
        }
        const { slug: target, name } = project
        await caller.write(async (w) => {
          await lockNothingUnsent(w, of, prepared)
          await deleteProject(w, project.id)
          const entry = { kind: 'project.removed', target, details: { name } } as const
          await recordAudit(w, { ...entry, projectId: project.id, origin: caller.origin })
        }, requireActor(caller).id)
      })
      return {}
    },
  }
}

function requireSyntax(id: string): void {
  if (ALL_SYNTAXES.some((syntax) => syntax.id === id)) return
  throw refusedField('/syntax', 'unknown-syntax')
}

type GivenSettings = { readonly [K in keyof ProjectSettings]?: ProjectSettings[K] | undefined }

/** Returns settings as they are stored. Throws `invalid-input` for an address that cannot be a website's. */
function storedSettings({ description, website, ...settings }: GivenSettings): Partial<ProjectSettings> {
  const address = website === null || website === undefined || website.trim() === '' ? null : website
  const stored = address === null ? null : readWebsite(address)
  if (address !== null && stored === null) throw refusedField('/settings/website', 'not-a-website')
  return {
    ...definedOf(settings),
    ...(description === undefined ? {} : { description: tidyDescription(description) }),
    ...(website === undefined ? {} : { website: stored }),
  }
}
