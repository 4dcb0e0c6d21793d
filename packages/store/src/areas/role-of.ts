import {
  PROJECT_ROLES,
  type ProjectAction,
  type ProjectRole,
  rolesThatAllow,
  type TextAction,
} from '@dragoman/core'
import { type RawBuilder, sql } from 'kysely'

/** Returns the role of a stored membership; one that this program does not know only allows viewing. */
export function roleOf(text: string): ProjectRole {
  return PROJECT_ROLES.find((role) => role === text) ?? 'viewer'
}

/** Returns the SQL list of the roles that can do something: `column in (…)`. */
export function rolesInSql(action: ProjectAction | TextAction): RawBuilder<unknown> {
  return sql.join(rolesThatAllow(action).map((role) => sql.lit(role)))
}
