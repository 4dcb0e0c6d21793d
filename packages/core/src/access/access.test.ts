import { describe, expect, test } from 'vitest'
import { ACTIONS, INSTANCE_ACTIONS, PROJECT_ACTIONS, TEXT_ACTIONS } from './actions.ts'
import { actorId, parseActorId, userIdOf } from './actor.ts'
import { can } from './can.ts'
import {
  explain,
  explainForSomeText,
  explainInLanguage,
  explainOnKeys,
  type Membership,
  type OnInstance,
  type OnProject,
  type OnText,
  type Principal,
  type Question,
  type TokenLimits,
} from './explain.ts'
import { PROJECT_ROLES, type ProjectRole, ROLE_ACTIONS } from './roles.ts'
import { TOKEN_SCOPES } from './token-scopes.ts'

const INSTANCE: OnInstance = { on: 'instance' }
const PROJECT: OnProject = { on: 'project', projectId: 7 }
const OWNER: Principal = {
  id: actorId('user', 1),
  name: 'Ann',
  instanceRole: 'owner',
  memberships: new Map(),
  token: null,
}

function membership(role: Membership['role'], limits: Partial<Membership> = {}): Membership {
  return { role, languages: null, namespaces: null, groupId: null, ...limits }
}

function member(role: ProjectRole, limits: Partial<Membership> = {}): Principal {
  return {
    id: actorId('user', 2),
    name: 'Ben',
    instanceRole: 'member',
    memberships: new Map([[7, [membership(role, limits)]]]),
    token: null,
  }
}

function text(language: string | null, namespace: string | null): OnText {
  return { on: 'text', projectId: 7, language, namespace }
}

/** Explains every action for all of project 7. */
function explainAll(principal: Principal | null) {
  return [
    ...INSTANCE_ACTIONS.map((action) => [action, explain(principal, action, INSTANCE)] as const),
    ...PROJECT_ACTIONS.map((action) => [action, explain(principal, action, PROJECT)] as const),
    ...TEXT_ACTIONS.map((action) => [action, explain(principal, action, text(null, null))] as const),
  ]
}

test('owners can do everything, visitors nothing', () => {
  expect(explainAll(OWNER)).toEqual(ACTIONS.map((action) => [action, null]))
  expect(explainAll(null)).toEqual(ACTIONS.map((action) => [action, 'not-signed-in']))
})

test('every role has an answer for every action', () => {
  const table = PROJECT_ROLES.map((role) => [
    role,
    explainAll(member(role)).filter(([, refusal]) => refusal === null).length,
  ])
  expect(table).toEqual([
    ['manager', ACTIONS.length - 2],
    ['developer', 19],
    ['reviewer', 14],
    ['translator', 12],
    ['contributor', 8],
    ['viewer', 6],
  ])
})

test('each role allows what its row lists', () => {
  const may = (role: ProjectRole, action: (typeof TEXT_ACTIONS)[number]) =>
    can(member(role), action, text('de', 'app'))
  expect([
    may('translator', 'translations.save'),
    may('contributor', 'translations.save'),
    may('developer', 'translations.save'),
  ]).toEqual([true, false, false])
  expect([may('reviewer', 'translations.review'), may('translator', 'translations.review')]).toEqual([
    true,
    false,
  ])
  expect([may('developer', 'keys.edit'), may('reviewer', 'keys.edit')]).toEqual([true, false])
  expect([may('manager', 'operations.undo-any'), may('developer', 'operations.undo-any')]).toEqual([
    true,
    false,
  ])
  expect(can(member('manager'), 'members.manage', PROJECT)).toBe(true)
  expect(can(member('developer'), 'members.manage', PROJECT)).toBe(false)
  for (const action of ROLE_ACTIONS.translator) expect(ROLE_ACTIONS.reviewer.has(action)).toBe(true)
})

describe('refusals have a reason', () => {
  test('a role in one project allows nothing in another project or on the instance', () => {
    expect(explain(member('manager'), 'project.read', { on: 'project', projectId: 8 })).toBe('not-a-member')
    for (const action of INSTANCE_ACTIONS)
      expect(explain(member('manager'), action, INSTANCE)).toBe(
        ['projects.list', 'profile.edit'].includes(action) ? null : 'owner-only',
      )
    expect(explain(member('viewer'), 'keys.edit', text(null, 'app'))).toBe('role-too-low')
  })

  test('limits restrict the languages and namespaces of texts', () => {
    const limited = member('translator', { languages: new Set(['de']), namespaces: new Set(['app']) })
    const ask = (language: string | null, namespace: string | null) =>
      explain(limited, 'translations.save', text(language, namespace))
    expect(ask('de', 'app')).toBeNull()
    expect(ask('fr', 'app')).toBe('other-language')
    expect(ask('de', 'legal')).toBe('other-namespace')
    expect(explain(limited, 'project.read', PROJECT)).toBeNull()
  })

  test('an action on all languages is refused if the role is limited to some', () => {
    const limited = member('translator', { languages: new Set(['de']), namespaces: new Set(['app']) })
    expect(explain(limited, 'translations.save', text(null, 'app'))).toBe('other-language')
    expect(explain(limited, 'translations.save', text('de', null))).toBe('other-namespace')
    expect(explain(member('translator'), 'translations.save', text(null, null))).toBeNull()
  })

  test('limits refuse actions on all texts of a project', () => {
    const limits = [{ languages: new Set(['de']) }, { namespaces: new Set(['app']) }]
    for (const action of ['sources.manage', 'files.sync', 'files.export', 'releases.publish'] as const) {
      const answers = limits.map((limit) => explain(member('developer', limit), action, PROJECT))
      expect([action, ...answers]).toEqual([action, 'other-language', 'other-namespace'])
      expect(explain(member('developer'), action, PROJECT)).toBeNull()
    }
    expect(explain(member('developer', limits[0]), 'history.read', PROJECT)).toBeNull()
    expect(explain(member('manager', limits[0]), 'sources.manage', PROJECT)).toBeNull()
  })

  test('limits do not apply to managers', () => {
    const limited = member('manager', { languages: new Set(['de']), namespaces: new Set() })
    expect(explain(limited, 'translations.save', text('fr', 'legal'))).toBeNull()
  })
})

test('explainOnKeys refuses people limited to languages, and namespaces that are not theirs', () => {
  const keys = (...namespaces: string[]) => ({ projectId: 7, namespaces })
  const german = member('developer', { languages: new Set(['de']) })
  const ofApp = member('developer', { namespaces: new Set(['app']) })
  expect(explainOnKeys(german, 'keys.edit', keys())).toBe('other-language')
  expect(explainOnKeys(german, 'keys.edit', keys('app'))).toBe('other-language')
  expect(explainOnKeys(ofApp, 'keys.edit', keys())).toBeNull()
  expect(explainOnKeys(ofApp, 'keys.edit', keys('app'))).toBeNull()
  expect(explainOnKeys(ofApp, 'files.import', keys('app', 'legal'))).toBe('other-namespace')
  expect(explainOnKeys(member('translator'), 'keys.edit', keys())).toBe('role-too-low')
  expect(explainOnKeys(OWNER, 'keys.edit', keys('legal'))).toBeNull()
  expect(explainOnKeys(null, 'keys.edit', keys())).toBe('not-signed-in')
})

test('explainInLanguage finds out if an action is allowed on some text, of all namespaces or of some', () => {
  const ofApp = member('translator', { namespaces: new Set(['app', 'web']) })
  const among = (...names: string[]) => ({ projectId: 7, language: 'de', among: names })
  expect(explainInLanguage(ofApp, 'translations.save', among())).toBeNull()
  expect(explainInLanguage(ofApp, 'translations.save', among('legal', 'web'))).toBeNull()
  expect(explainInLanguage(ofApp, 'translations.save', among('legal', 'mail'))).toBe('other-namespace')
  expect(explainInLanguage(ofApp, 'translations.review', among('app'))).toBe('role-too-low')
  expect(explainInLanguage(member('translator'), 'translations.save', among('legal'))).toBeNull()
})

test('explainForSomeText finds out if an action is allowed on any text', () => {
  const de = { languages: new Set(['de']) }
  expect(explainForSomeText(member('translator', de), 'translations.save', 7)).toBeNull()
  expect(explainForSomeText(member('viewer', de), 'translations.save', 7)).toBe('role-too-low')
  expect(explainForSomeText(member('translator', de), 'translations.save', 8)).toBe('not-a-member')
  expect(explainForSomeText(null, 'translations.save', 7)).toBe('not-signed-in')
  expect(explainForSomeText(OWNER, 'translations.save', 7)).toBeNull()
  const none = member('translator', { languages: new Set() })
  expect(explainForSomeText(none, 'translations.save', 7)).toBe('other-language')
})

describe('several memberships in one project are combined', () => {
  const both = (...memberships: Membership[]): Principal => ({
    ...member('viewer'),
    memberships: new Map([[7, memberships]]),
  })

  test('one membership that allows the action is enough, so groups only add rights', () => {
    const person = both(
      membership('translator', { languages: new Set(['de']) }),
      membership('reviewer', { languages: new Set(['pl']), groupId: 3 }),
    )
    expect(explain(person, 'translations.save', text('de', 'app'))).toBeNull()
    expect(explain(person, 'translations.review', text('pl', 'app'))).toBeNull()
    expect(explain(person, 'translations.review', text('de', 'app'))).toBe('other-language')
    expect(explainForSomeText(person, 'translations.review', 7)).toBeNull()
  })

  test('the reason closest to being allowed is returned', () => {
    const person = both(
      membership('reader'),
      membership('translator', { languages: new Set(['de']), namespaces: new Set(['app']) }),
    )
    expect(explain(person, 'translations.save', text('de', 'legal'))).toBe('other-namespace')
    expect(explain(person, 'keys.edit', text('de', 'app'))).toBe('role-too-low')
  })
})

describe('a shared project', () => {
  test('a reader can read texts, but not the history or the list of members', () => {
    const allowed = explainAll({ ...member('viewer'), memberships: new Map([[7, [membership('reader')]]]) })
      .filter(([action, refusal]) => refusal === null && PROJECT_ACTIONS.some((one) => one === action))
      .map(([action]) => action)
    expect(allowed).toEqual(['project.read'])
  })

  test('a visitor can use what is shared with everyone, and has to sign in for the rest', () => {
    const visitor: Principal = {
      id: actorId('visitor'),
      name: '',
      instanceRole: 'visitor',
      memberships: new Map([[7, [membership('suggester')]]]),
      token: null,
    }
    expect(explain(visitor, 'project.read', PROJECT)).toBeNull()
    expect(explain(visitor, 'suggestions.add', text('de', 'app'))).toBeNull()
    expect(explain(visitor, 'translations.save', text('de', 'app'))).toBe('not-signed-in')
    expect(explain(visitor, 'project.read', { on: 'project', projectId: 8 })).toBe('not-signed-in')
    for (const action of INSTANCE_ACTIONS) expect(explain(visitor, action, INSTANCE)).toBe('not-signed-in')
  })
})

describe('tokens', () => {
  const token = (of: Principal, limits: Partial<TokenLimits>): Principal => ({
    ...of,
    token: { tokenId: 1, scopes: new Set(TOKEN_SCOPES), projectId: null, languages: null, ...limits },
  })

  test('a token never allows more than its owner can do', () => {
    for (const role of PROJECT_ROLES) {
      const person = member(role)
      for (const [action, refusal] of explainAll(person)) {
        const [, withToken] =
          explainAll(token(person, {})).find(([asked]) => asked === action) ?? expect.fail(action)
        const expected = action === 'profile.edit' ? 'token-scope' : refusal
        expect([action, withToken]).toEqual([action, expected])
      }
    }
  })

  test('scopes, project and languages each restrict a token', () => {
    const manager = member('manager')
    const ask = (limits: Partial<TokenLimits>, ...question: Question) =>
      explain(token(manager, limits), ...question)
    const write = { scopes: new Set(['write'] as const) }
    expect(ask(write, 'translations.save', text('de', 'app'))).toBeNull()
    expect(ask(write, 'translations.review', text('de', 'app'))).toBe('token-scope')
    expect(ask(write, 'members.manage', PROJECT)).toBe('token-scope')
    expect(ask({ scopes: new Set() }, 'project.read', PROJECT)).toBe('token-scope')
    expect(ask({ projectId: 8 }, 'project.read', PROJECT)).toBe('token-project')
    expect(ask({ projectId: 7 }, 'projects.list', INSTANCE)).toBeNull()
    expect(ask({ projectId: 7 }, 'profile.edit', INSTANCE)).toBe('token-project')
    expect(ask({ languages: new Set(['pl']) }, 'translations.save', text('de', 'app'))).toBe('token-language')
    expect(ask({ languages: new Set(['pl']) }, 'keys.edit', text(null, 'app'))).toBe('token-language')
  })

  test('a token limited to languages only reads data of the whole project or server', () => {
    const german = token(OWNER, { languages: new Set(['de']) })
    const answers = [...PROJECT_ACTIONS].flatMap((action) =>
      explain(german, action, PROJECT) === null ? [action] : [],
    )
    expect(answers).toEqual(['project.read', 'members.read', 'audit.read', 'files.read', 'history.read'])
    expect(explain(german, 'languages.manage', PROJECT)).toBe('token-language')
    expect(explain(german, 'projects.list', INSTANCE)).toBeNull()
    expect(explain(german, 'instance.manage', INSTANCE)).toBe('token-language')
    expect(explain(german, 'translations.save', text('de', 'app'))).toBeNull()
  })

  test('an owner’s token is limited as well', () => {
    const owner = token(OWNER, { scopes: new Set(['read']), languages: new Set(['pl']) })
    expect(explain(owner, 'project.read', PROJECT)).toBeNull()
    expect(explain(owner, 'project.manage', PROJECT)).toBe('token-scope')
    expect(explain(owner, 'instance.manage', INSTANCE)).toBe('token-scope')
  })

  test('explainForSomeText requires a text that both person and token allow', () => {
    const german = member('translator', { languages: new Set(['de', 'fr']) })
    expect(
      explainForSomeText(token(german, { languages: new Set(['fr']) }), 'translations.save', 7),
    ).toBeNull()
    expect(
      explainForSomeText(token(german, { languages: new Set(['pl']) }), 'translations.save', 7),
    ).not.toBeNull()
    expect(
      explainForSomeText(token(OWNER, { languages: new Set(['pl']) }), 'translations.save', 7),
    ).toBeNull()
  })
})

test('an incomplete question does not compile', () => {
  // @ts-expect-error an action on texts names language and namespace
  expect(explain(member('viewer'), 'translations.save', { on: 'text', projectId: 7, language: 'de' })).toBe(
    'role-too-low',
  )
  // @ts-expect-error nor is a project enough
  expect(explain(member('viewer'), 'translations.save', PROJECT)).toBe('role-too-low')
  // @ts-expect-error an action on a project does not have the instance as its target
  expect(explain(member('viewer'), 'project.manage', INSTANCE)).toBe('owner-only')
  // @ts-expect-error there is always a target
  expect(() => explain(member('viewer'), 'project.read')).toThrow()
})

test('actor ids are parsed and validated', () => {
  expect(parseActorId('user:12')).toBe('user:12')
  expect(userIdOf(actorId('user', 12))).toBe(12)
  expect([userIdOf('sync:12'), userIdOf(null)]).toEqual([null, null])
  for (const text of ['', 'Ann', 'user:', 'user:-1', 'user:01', 'owner:1', 'user:1 ', null])
    expect(parseActorId(text)).toBeNull()
})
