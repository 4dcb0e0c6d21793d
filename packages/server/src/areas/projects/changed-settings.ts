import { isDeepStrictEqual } from 'node:util'
import type { AuditDetails, AuditedProject, Sharing } from '@dragoman/core'
import type { ProjectRow, ProjectSettings } from '@dragoman/store'

/** Settings that a call gives a project; undefined: none. */
type GivenSettings = {
  readonly name?: string | undefined
  readonly slug?: string | undefined
  readonly syntax?: string | undefined
  readonly settings?: Partial<ProjectSettings> | undefined
  readonly sharing?: Sharing | undefined
}

/**
 * Returns what the audit log says about a change of a project: the settings that differ from those it has, and what
 * they were before; empty if none does.
 */
export function changedSettings(
  project: Pick<ProjectRow, keyof GivenSettings>,
  { settings = {}, ...given }: GivenSettings,
): AuditDetails['project.changed'] {
  const after: AuditedProject = {
    ...differing(project, given),
    ...nested(differing(project.settings, settings)),
  }
  if (Object.keys(after).length === 0) return {}
  const before: AuditedProject = {
    ...valuesOf(
      project,
      Object.keys(given).filter((name) => name in after),
    ),
    ...nested(valuesOf(project.settings, Object.keys(after.settings ?? {}))),
  }
  return { ...after, before }
}

function differing<T extends object>(
  current: T,
  given: { readonly [K in keyof T]?: T[K] | undefined },
): object {
  const has = new Map(Object.entries(current))
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, has.get(name)),
    ),
  )
}

function valuesOf(current: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(current).filter(([name]) => names.includes(name)))
}

function nested(settings: object): { readonly settings?: Readonly<Record<string, unknown>> } {
  return Object.keys(settings).length === 0 ? {} : { settings: { ...settings } }
}
