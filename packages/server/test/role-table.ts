import { Failure } from '@dragoman/contract'
import { type Action, PROJECT_ACTIONS, PROJECT_ROLES, TOKEN_SCOPES, type TokenLimits } from '@dragoman/core'
import { type OwnMembership, projectById } from '@dragoman/store'
import { allRoutes } from '../src/http/mount.ts'
import { CALLS, isHeard } from './role-calls.ts'
import { type Answer, type MatrixRow, OWNER_BY_TOKEN, ROLES, type Role } from './role-matrix.ts'
import { answerToToken, createOthers, type Other, TOKEN_REASONS } from './role-others.ts'
import { INSIDE, openRoleWorld, type Place, type Somebody } from './role-world.ts'

/** Limits of a person, by their names in the table. */
const LIMITS: Readonly<Record<string, Partial<OwnMembership>>> = {
  'German and app': { languages: new Set(['de']), namespaces: new Set(['app']) },
  'the namespace app': { namespaces: new Set(['app']) },
}
const PLACES: Readonly<Record<string, Place>> = {
  inside: INSIDE,
  'other language': { ...INSIDE, language: 'fr' },
  'other namespace': { ...INSIDE, namespace: 'legal' },
}
/** Projects in which people who are not members can do something. */
const SHARED: Partial<Record<Role, Place>> = {
  reader: { ...INSIDE, project: 'readable', isOwn: false },
  suggester: { ...INSIDE, project: 'open', isOwn: false },
  visitor: { ...INSIDE, project: 'open', isOwn: false },
}
/** A member who is refused in another project is refused there in each weaker role too. */
const MOST_POWERFUL: Role = 'manager'
const OTHER: Place = { ...INSIDE, project: 'other', isOwn: false }

const OWNER_TOKENS: readonly (readonly [string, Partial<TokenLimits>])[] = [
  ...TOKEN_SCOPES.map((scope): [string, Partial<TokenLimits>] => [
    `to ${scope}`,
    { scopes: new Set([scope]) },
  ]),
  ['for French', { languages: new Set(['fr']) }],
]

type Cell = {
  readonly title: string
  /** The kind of caller, without where they call. */
  readonly caller: string
  readonly who: Somebody
  readonly place: Place
  readonly expected: Answer
  /** The reason that a refusal has to give, or one of several. */
  readonly reason?: string | readonly string[] | undefined
}

/** Why someone with limits is refused what their role cannot do anyway: each can come first. */
const LIMITED_REASONS = ['role-too-low', 'owner-only', 'other-language', 'other-namespace']

const GERMAN_TOO = 'developer who translates German too'

export type RoleTable = Awaited<ReturnType<typeof openRoleTable>>

/** Starts a server with people of each role, and compares what it answers with what the table says. */
export async function openRoleTable() {
  const world = await openRoleWorld()
  const people = new Map<string, Somebody>()
  /** What people can who call with a token or with limits, for routes on which the table has no line of theirs. */
  const others = new Map(await createOthers(world))
  for (const role of ROLES) {
    people.set(role, await world.somebody(role))
    if (!isMember(role)) continue
    for (const [limit, membership] of Object.entries(LIMITS))
      addOther(`${role} of ${limit}`, { who: await world.somebody(role, membership), like: role })
  }
  const grants = [{ role: 'translator' as const, languages: new Set(['de']), namespaces: null }]
  addOther(GERMAN_TOO, { who: await world.somebody('developer', { grants }), like: 'developer' })
  const tokens: [string, Partial<TokenLimits>][] = [
    ...TOKEN_SCOPES.map((scope): [string, Partial<TokenLimits>] => [
      `to ${scope}`,
      { scopes: new Set([scope]) },
    ]),
    ['of another project', { projectId: (await world.projectOf(OTHER)).id }],
    ['for French', { languages: new Set(['fr']) }],
  ]
  for (const [title, limits] of tokens)
    addOther(`manager with a token ${title}`, {
      who: await world.withToken(personOf('manager'), limits),
      like: 'manager',
      token: { isValid: true, limits },
    })
  for (const [title, limits] of OWNER_TOKENS)
    addOther(`owner with a token ${title}`, {
      who: await world.withToken(personOf('owner'), limits),
      like: 'owner',
      token: { isValid: true, limits },
    })

  function addOther(name: string, other: Other): void {
    others.set(name, other)
    people.set(name, other.who)
  }

  function personOf(name: string): Somebody {
    const found = people.get(name)
    if (found === undefined) throw new Error(`nobody is ${name}`)
    return found
  }

  /** Returns what the table says about a route for each role, and for one role with limits. */
  function cellsOf(row: MatrixRow): readonly Cell[] {
    const hasProject = row.answers.get('outsider') === '404'
    const cells = [...row.answers].flatMap(([role, expected]): Cell[] => {
      const reason = expected === '·' ? (hasProject ? 'role-too-low' : 'owner-only') : undefined
      const who = personOf(role)
      const own = { title: role, caller: role, who, place: SHARED[role] ?? INSIDE, expected, reason }
      return hasProject && role === MOST_POWERFUL ? [own, elsewhereCell(role)] : [own]
    })
    const least = limitableRoles(row).at(-1)
    return [...cells, ...(least ? limitedCells(row, least) : []), ...severalRolesCells(row)]
  }

  /** Returns what the table says about calls with a token. */
  function cellsOfTokens(row: MatrixRow): readonly Cell[] {
    const hasProject = row.answers.get('outsider') === '404'
    return [...tokenCells(row, hasProject), ...ownerTokenCells(row)]
  }

  function elsewhereCell(role: Role): Cell {
    const title = `${role}, other project`
    return { title, caller: role, who: personOf(role), place: OTHER, expected: '404' }
  }

  /** Returns what the table says about the other roles in another project, and with limits. */
  function cellsOfOtherRoles(row: MatrixRow): readonly Cell[] {
    const members = PROJECT_ROLES.filter((role) => role !== MOST_POWERFUL && row.answers.has(role))
    const hasProject = row.answers.get('outsider') === '404'
    return [
      ...(hasProject ? members.map(elsewhereCell) : []),
      ...limitableRoles(row)
        .slice(0, -1)
        .flatMap((role) => limitedCells(row, role)),
    ]
  }

  /** Returns what the table says about a role with limits that is allowed to call a route. */
  function limitedCells(row: MatrixRow, role: Role): readonly Cell[] {
    return Object.keys(LIMITS).flatMap((limit) =>
      Object.entries(PLACES).flatMap(([where, place]): Cell[] => {
        if ((row.on === '-' || row.on === 'all') && where !== 'inside') return []
        const caller = `${role} of ${limit}`
        const reason = role === 'manager' ? undefined : limitRefusal(row.on, limit, where)
        const expected = reason === undefined ? 'yes' : '·'
        return [{ title: `${caller}, ${where}`, caller, who: personOf(caller), place, expected, reason }]
      }),
    )
  }

  function otherCells(row: MatrixRow): readonly Cell[] {
    return [...cellsOfTokens(row), ...cellsOfOtherRoles(row), ...cellsOfOthers(row)]
  }

  /** Returns what follows from a line of the table for everyone about whom the others say nothing. */
  function cellsOfOthers(row: MatrixRow): readonly Cell[] {
    const tested = [...cellsOf(row), ...cellsOfTokens(row), ...cellsOfOtherRoles(row)]
    const covered = new Set(tested.map(({ caller }) => caller))
    const hasProject = row.answers.get('outsider') === '404'
    return [...others].flatMap(([name, { who, like, token }]): Cell[] => {
      // What belongs to another person in the table belongs to the owner.
      const isOwnersOwn = like === 'owner' && row.name.endsWith('of-another')
      if (covered.has(name) || isOwnersOwn) return []
      const cell = { title: name, caller: name, who, place: INSIDE }
      if (token !== undefined) {
        const answer = token.isValid ? answerToToken(row, { like, limits: token.limits }) : '401'
        const isRefused = answer === 'yes' && token.limits.languages != null && needsOtherTexts(row)
        const expected = isRefused ? '·' : answer
        return [{ ...cell, expected, reason: TOKEN_REASONS }]
      }
      const answer = row.answers.get(like) ?? '·'
      const refusal =
        isLimited(who) && answer === 'yes' ? limitRefusal(row.on, 'German and app', 'inside') : undefined
      if (refusal !== undefined) return [{ ...cell, expected: '·', reason: refusal }]
      const reason = isLimited(who) ? LIMITED_REASONS : hasProject ? 'role-too-low' : 'owner-only'
      return [{ ...cell, expected: answer, reason }]
    })
  }

  /** Returns what the table says about someone with two roles: what one of them can, with its own limits. */
  function severalRolesCells({ on, answers }: MatrixRow): readonly Cell[] {
    const isDevelopers = answers.get('developer') === 'yes'
    const isTranslators = answers.get('translator') === 'yes'
    if (!answers.has('developer')) return []
    return Object.entries(PLACES).flatMap(([where, place]): Cell[] => {
      if ((on === '-' || on === 'all') && where !== 'inside') return []
      const isInGerman = on === '-' || (on === 'text' && where !== 'other language')
      const isAllowed = isDevelopers || (isTranslators && isInGerman)
      const refused =
        answers.get('developer') === '401' ? '401' : answers.get('outsider') === 'yes' ? 'yes' : '·'
      return [
        {
          title: `${GERMAN_TOO}, ${where}`,
          caller: GERMAN_TOO,
          who: personOf(GERMAN_TOO),
          place,
          expected: isAllowed ? 'yes' : refused,
          reason: isAllowed
            ? undefined
            : isTranslators
              ? 'other-language'
              : answers.get('outsider') === '404'
                ? // One of the roles can be refused for its language first.
                  ['role-too-low', 'other-language']
                : 'owner-only',
        },
      ]
    })
  }

  /** Returns what the table says about a manager who calls with a token. */
  function tokenCells({ name, on, answers, scopes }: MatrixRow, hasProject: boolean): readonly Cell[] {
    const cells = TOKEN_SCOPES.map((scope): Cell => {
      const isEnough = scopes.has(scope)
      const isOwners = answers.get('manager') === '·' && scope !== 'deliver'
      const reason = isOwners ? 'owner-only' : 'token-scope'
      return tokenCell(`to ${scope}`, isEnough ? 'yes' : '·', isEnough ? undefined : reason)
    })
    if (!hasProject) return cells
    cells.push(tokenCell('of another project', '404'))
    if (scopes.size === 0) cells.push(tokenCell('for French', '·', 'token-scope'))
    else if (needsOtherTexts({ name, on, scopes })) cells.push(tokenCell('for French', '·', 'token-language'))
    else cells.push(tokenCell('for French', 'yes'))
    return cells
  }

  /** Returns what the table says about an owner who calls with a token what only owners can. */
  function ownerTokenCells({ name, answers }: MatrixRow): readonly Cell[] {
    if (answers.get('owner') !== 'yes' || answers.get('manager') !== '·') return []
    return OWNER_TOKENS.map(([token]): Cell => {
      const isAllowed = token === 'to admin' && OWNER_BY_TOKEN.has(name)
      const reason = token === 'for French' && OWNER_BY_TOKEN.has(name) ? 'token-language' : 'token-scope'
      const title = `owner with a token ${token}`
      const expected = isAllowed ? 'yes' : '·'
      return { title, caller: title, who: personOf(title), place: INSIDE, expected, reason }
    })
  }

  function tokenCell(token: string, expected: Answer, reason?: string): Cell {
    const title = `manager with a token ${token}`
    return { title, caller: title, who: personOf(title), place: INSIDE, expected, reason }
  }

  /** Returns the result of a call, and whether a refusal has written anything. */
  async function answerOf(row: MatrixRow, { who, place, reason }: Cell, origin?: string): Promise<string> {
    const make = CALLS[row.name as keyof typeof CALLS] // the table names no other, see below
    const call = await world.caller(who, origin)
    let before = 0
    const noting: typeof call = async (route, parts) => {
      before = await revision(place)
      return call(route, parts)
    }
    try {
      await make({ call: noting, world, who, place, params: { project: place.project } })
      return 'yes'
    } catch (error) {
      if (isHeard(error)) return 'yes'
      if (!(error instanceof Failure)) throw error
      const { code, params } = error
      if ((await revision(place)) !== before) return `${code}, and something was written`
      if (code === 'not-signed-in' || code === 'invalid-token') return '401'
      if (code === 'not-found' && params.what === 'project') return '404'
      if (code !== 'not-allowed') return `${code} ${JSON.stringify(params)} ${JSON.stringify(error.fields)}`
      // A bulk save skips and lists a text without a reason.
      return params.reason === undefined || [reason].flat().includes(String(params.reason))
        ? '·'
        : `· ${params.reason}`
    }
  }

  async function revision(place: Place): Promise<number> {
    const { id } = await world.projectOf(place)
    return (await world.deps.store.read((r) => projectById(r, id)))?.revision ?? 0
  }

  /** Returns where the program does not do what the table says. */
  function differences(row: MatrixRow, origin?: string): Promise<readonly string[]> {
    return differencesIn(row, cellsOf(row), origin)
  }

  async function differencesIn(
    row: MatrixRow,
    cells: readonly Cell[],
    origin?: string,
  ): Promise<readonly string[]> {
    const found: string[] = []
    for (const cell of cells) {
      const answer = await answerOf(row, cell, origin)
      if (answer !== cell.expected) found.push(`${cell.title}: ${answer}, not ${cell.expected}`)
    }
    return found
  }

  return {
    world,
    revision,
    differences,
    /** The same with the calls with a token, some of which only a finer check refuses. */
    differencesWithTokens: (row: MatrixRow, origin?: string) =>
      differencesIn(row, [...cellsOf(row), ...cellsOfTokens(row)], origin),
    /** Like `differences`, for everyone about whom that says nothing. */
    differencesOfOthers: (row: MatrixRow) => differencesIn(row, otherCells(row)),
    /** The kinds of callers that a route is called with, by either of the two. */
    callersOf: (row: MatrixRow): ReadonlySet<string> =>
      new Set([...cellsOf(row), ...otherCells(row)].map(({ caller }) => caller)),
  }
}

function isLimited({ membership }: Somebody): boolean {
  return membership !== null && (membership.languages !== null || membership.namespaces !== null)
}

/** Returns the roles of members that are allowed to call a route, the most powerful one first. */
function limitableRoles({ answers }: MatrixRow): readonly Role[] {
  return [...answers].flatMap(([role, answer]) => (answer === 'yes' && isMember(role) ? [role] : []))
}

function isMember(role: Role): boolean {
  return PROJECT_ROLES.some((known) => known === role)
}

function routeOf(name: string) {
  const found = allRoutes().find(({ area, name: route }) => `${area}.${route}` === name.split(':')[0])
  if (found === undefined) throw new Error(`no route ${name}`)
  return found.route
}

/** Returns whether a token for French is refused on the texts of the table, which are German, or on the whole project. */
function needsOtherTexts({ name, on, scopes }: Pick<MatrixRow, 'name' | 'on' | 'scopes'>): boolean {
  const { action, method } = routeOf(name)
  const isReading = method === 'GET' && action.endsWith('.read')
  // The handlers of routes that only ask to read ask for something on texts themselves.
  const isOnProject = isProjectAction(action) && action !== 'project.read'
  return on !== '-' || (!scopes.has('read') && isOnProject && !isReading)
}

function isProjectAction(action: Action | 'public'): boolean {
  return PROJECT_ACTIONS.some((one) => one === action)
}

function limitRefusal(on: MatrixRow['on'], limit: string, where: string): string | undefined {
  if (on === '-') return undefined
  if (on === 'all') return limit === 'German and app' ? 'other-language' : 'other-namespace'
  if (limit === 'German and app' && (on === 'keys' || where === 'other language')) return 'other-language'
  return where === 'other namespace' ? 'other-namespace' : undefined
}
