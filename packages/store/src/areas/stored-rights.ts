import {
  GRANT_ROLES,
  type Grant,
  type Membership,
  membershipsFrom,
  type Rights,
  readGrant,
  simplifyRights,
} from '@dragoman/core'
import { parseJson } from '../rows.ts'
import { roleOf } from './role-of.ts'

/** Columns of rights in a table; lists as JSON, null: all. */
export type RightsColumns = {
  readonly role: string
  readonly languages: string | null
  readonly namespaces: string | null
  readonly grants: string
}

type StoredGrant = {
  readonly role: string
  readonly languages: readonly string[] | null
  readonly namespaces: readonly string[] | null
}

/** Returns the rights of a row; null if it has none. */
export function rightsOf(
  row: { readonly [K in keyof RightsColumns]: RightsColumns[K] | null },
): Rights | null {
  if (row.role === null) return null
  const grants = grantsOf(row.grants ?? '[]')
  return {
    role: roleOf(row.role),
    languages: setOf(row.languages),
    namespaces: setOf(row.namespaces),
    ...(grants.length === 0 ? {} : { grants }),
  }
}

/** Returns the memberships of a row: one for each of its roles, the main one first. */
export function membershipsOfRow(row: RightsColumns, groupId: number | null): readonly Membership[] {
  const rights = rightsOf(row)
  return rights === null ? [] : membershipsFrom(rights, groupId)
}

/** Returns the columns of rights, without grants that add nothing. */
export function columnsOf(rights: Rights): RightsColumns {
  const { role, languages, namespaces, grants = [] } = simplifyRights(rights)
  const stored = grants.map(
    (one): StoredGrant => ({
      role: one.role,
      languages: one.languages && [...one.languages],
      namespaces: one.namespaces && [...one.namespaces],
    }),
  )
  return {
    role,
    languages: languages && JSON.stringify([...languages]),
    namespaces: namespaces && JSON.stringify([...namespaces]),
    grants: JSON.stringify(stored),
  }
}

/** Roles that this program does not know give nothing. */
function grantsOf(text: string): readonly Grant[] {
  return parseJson<readonly StoredGrant[]>(text).flatMap(({ role: name, languages, namespaces }): Grant[] => {
    const role = GRANT_ROLES.find((one) => one === name)
    if (role === undefined) return []
    const limits = {
      languages: languages && new Set(languages),
      namespaces: namespaces && new Set(namespaces),
    }
    return [readGrant({ role, ...limits })]
  })
}

function setOf(text: string | null): ReadonlySet<string> | null {
  return text === null ? null : new Set(parseJson<string[]>(text))
}
