import { TOKEN_SCOPES, type TokenLimits } from '@dragoman/core'
import { type Answer, type MatrixRow, OWNER_BY_TOKEN, type Role } from './role-matrix.ts'
import type { Somebody, World } from './role-world.ts'

/** What someone can do who is in no column of the table: as much as a role, and with a token not more than that. */
export type Other = {
  readonly who: Somebody
  readonly like: Role
  readonly token?: { readonly isValid: boolean; readonly limits: Partial<TokenLimits> }
}

const ALL: Partial<TokenLimits> = {}
const GERMAN_AND_APP = { languages: new Set(['de']), namespaces: new Set(['app']) }

/** Creates people whose access ended or comes from elsewhere; by their names in the table. */
export async function createOthers(world: World): Promise<ReadonlyMap<string, Other>> {
  const manager = () => world.somebody('manager')
  const withToken = async (who: Somebody): Promise<Other> => ({
    who: await world.withToken(who, ALL),
    like: who.role,
    token: { isValid: true, limits: ALL },
  })
  /** A session that was valid before. */
  const lost = (who: Somebody, why: NonNullable<Somebody['lost']>): Other => ({
    who: { ...who, lost: why },
    like: 'nobody',
  })
  /** A token that was valid before. */
  const dead = (who: Somebody): Other => ({ who, like: 'nobody', token: { isValid: false, limits: ALL } })
  const suspended = await world.withToken(await manager(), ALL)
  await world.suspend(suspended)
  const { token: _, ...withoutToken } = suspended
  const removed = await withToken(await manager())
  await world.remove(removed.who)
  const { token: __, ...removedWithoutToken } = removed.who
  const outside = { role: 'outsider' as const, membership: null }
  return new Map<string, Other>([
    ['suspended manager', lost(withoutToken, 'person-suspended')],
    ['suspended manager with a token', dead(suspended)],
    ['manager with an expired session', lost(await manager(), 'session-expired')],
    ['manager who was signed out', lost(await manager(), 'session-ended')],
    ['manager with an expired token', dead(await world.withToken(await manager(), ALL, 'expired'))],
    ['manager with a revoked token', dead(await world.withToken(await manager(), ALL, 'revoked'))],
    ['manager who was removed', { who: { ...removedWithoutToken, ...outside }, like: 'outsider' }],
    [
      'manager who was removed, with a token',
      { ...removed, who: { ...removed.who, ...outside }, like: 'outsider' },
    ],
    ['manager of another project', { who: await world.managerElsewhere(), like: 'outsider' }],
    ['owner who is none any more', { who: await world.formerOwner(), like: 'outsider' }],
    ['translator by a group', { who: await world.inGroup('translator'), like: 'translator' }],
    ['manager by a group', { who: await world.inGroup('manager'), like: 'manager' }],
    [
      'reviewer of German and app by a group',
      { who: await world.inGroup('reviewer', GERMAN_AND_APP), like: 'reviewer' },
    ],
    ['translator with a token', await withToken(await world.somebody('translator'))],
    ['viewer with a token', await withToken(await world.somebody('viewer'))],
  ])
}

/** Reasons of a refusal that can each come first. */
export const TOKEN_REASONS = [
  'role-too-low',
  'owner-only',
  'token-scope',
  'token-language',
  'token-project',
] as const

/** Returns what a route answers to someone of a role who calls with a token. */
export function answerToToken(
  row: MatrixRow,
  { like, limits }: { readonly like: Role; readonly limits: Partial<TokenLimits> },
): Answer {
  const { name, answers, scopes } = row
  const answer = answers.get(like) ?? '·'
  if (answer === '404') return answer
  const own = limits.scopes ?? new Set(TOKEN_SCOPES)
  const isOwners = answers.get('owner') === 'yes' && answers.get('manager') === '·'
  const isEnough = isOwners ? OWNER_BY_TOKEN.has(name) && own.has('admin') : anyOf(scopes, own)
  return answer === 'yes' && isEnough ? 'yes' : '·'
}

function anyOf<T>(some: ReadonlySet<T>, others: ReadonlySet<T>): boolean {
  return [...some].some((one) => others.has(one))
}
