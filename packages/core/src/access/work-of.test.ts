import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TextAction } from './actions.ts'
import { actorId } from './actor.ts'
import { explain, type Membership, type Principal, type TokenLimits } from './explain.ts'
import { PROJECT_ROLES, SHARED_ROLES } from './roles.ts'
import { TOKEN_SCOPES } from './token-scopes.ts'
import { isReadOnlyIn, type LanguageWork, type ProjectWork, type WorkStep, workOf } from './work-of.ts'

const PROJECT_ID = 7
const LANGUAGES = ['de', 'pl', 'ar', 'pt-BR']
const NAMESPACES = ['app', 'shop']

function left(language: string, counts: Partial<LanguageWork> = {}): LanguageWork {
  return { language, untranslated: 0, failing: 0, outdated: 0, waiting: 0, ...counts }
}

function project(fields: Partial<ProjectWork> = {}): ProjectWork {
  return {
    projectId: PROJECT_ID,
    sourceLanguage: 'en',
    languages: ['en', ...LANGUAGES],
    left: [
      left('de', { untranslated: 28, failing: 10, waiting: 207 }),
      left('pl', { untranslated: 33, outdated: 2, waiting: 12 }),
      left('ar', { untranslated: 8, waiting: 300 }),
      left('pt-BR', { untranslated: 70 }),
    ],
    keys: 235,
    openConflicts: 0,
    tasks: [],
    lastLanguage: null,
    spoken: ['en'],
    ...fields,
  }
}

function person(...memberships: readonly (Partial<Membership> & Pick<Membership, 'role'>)[]): Principal {
  const rights = memberships.map((one) => ({ languages: null, namespaces: null, groupId: null, ...one }))
  return {
    id: actorId('user', 2),
    name: 'Piotr',
    instanceRole: 'member',
    memberships: new Map([[PROJECT_ID, rights]]),
    token: null,
  }
}

const OWNER: Principal = { ...person(), instanceRole: 'owner' }
const only = (...languages: string[]) => ({ languages: new Set(languages) })

/** Prints a step: `translate pl 33`. */
function printed(step: WorkStep | undefined): string {
  if (step === undefined) return 'nothing'
  const { kind } = step
  const parts = [
    kind === 'task' ? `task ${step.task.id}` : kind,
    'language' in step ? step.language : '',
    'count' in step ? String(step.count) : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}

const nextOf = (principal: Principal | null, fields: Partial<ProjectWork> = {}) =>
  printed(workOf(principal, project(fields)).steps[0])

describe('each role gets its first step', () => {
  const done = { left: LANGUAGES.map((language) => left(language)) }
  const table: readonly [string, Principal | null, string, string][] = [
    ['owner', OWNER, 'translate pt-BR 70', 'keys'],
    ['manager', person({ role: 'manager' }), 'translate pt-BR 70', 'keys'],
    ['developer', person({ role: 'developer' }), 'keys', 'keys'],
    ['reviewer', person({ role: 'reviewer' }), 'review ar 300', 'open de'],
    ['reviewer of German', person({ role: 'reviewer', ...only('de') }), 'review de 207', 'open de'],
    ['translator', person({ role: 'translator' }), 'translate pt-BR 70', 'open de'],
    ['translator of Polish', person({ role: 'translator', ...only('pl') }), 'translate pl 33', 'open pl'],
    ['contributor', person({ role: 'contributor' }), 'suggest pt-BR 70', 'open de'],
    ['viewer', person({ role: 'viewer' }), 'open pt-BR', 'open de'],
    ['suggester', person({ role: 'suggester' }), 'suggest pt-BR 70', 'open de'],
    ['reader', person({ role: 'reader' }), 'open pt-BR', 'open de'],
    ['stranger', person(), 'nothing', 'nothing'],
    ['nobody', null, 'nothing', 'nothing'],
  ]
  test.each(table)('%s', (_, principal, next, whenDone) => {
    expect(nextOf(principal)).toBe(next)
    expect(nextOf(principal, done)).toBe(whenDone)
  })
})

test('languages are ordered: last opened, then those of the browser, then the one with most left', () => {
  const translator = person({ role: 'translator' })
  expect(nextOf(translator, { lastLanguage: 'ar', spoken: ['pl'] })).toBe('translate ar 8')
  expect(nextOf(translator, { spoken: ['fr', 'pl-PL', 'de'] })).toBe('translate pl 33')
  expect(nextOf(translator, { spoken: ['pt'] })).toBe('translate pt-BR 70')
  expect(nextOf(person({ role: 'translator', ...only('pl') }), { lastLanguage: 'de' })).toBe(
    'translate pl 33',
  )
})

test('languages with work come before finished ones', () => {
  const counts = [left('de'), left('pl', { untranslated: 2 })]
  const work = workOf(person({ role: 'translator' }), project({ left: counts, lastLanguage: 'de' }))
  expect(printed(work.steps[0])).toBe('translate pl 2')
  expect(work.translate).not.toBe('de')
})

test('a person limited to namespaces gets work in those namespaces only', () => {
  const namespaces = new Set(['shop', 'app'])
  const work = workOf(person({ role: 'translator', ...only('pl'), namespaces }), project())
  expect(work.steps[0]).toEqual({ kind: 'translate', language: 'pl', count: 33, namespaces: ['app', 'shop'] })
  const mixed = workOf(
    person({ role: 'translator', ...only('pl') }, { role: 'reviewer', ...only('pl'), namespaces }),
    project(),
  )
  expect(mixed.steps.map((step) => ('namespaces' in step ? [step.kind, step.namespaces] : []))).toEqual([
    ['review', ['app', 'shop']],
    ['translate', null],
    ['update', null],
    [],
  ])
})

test('several memberships are combined', () => {
  const principal = person(
    { role: 'developer' },
    { role: 'translator', groupId: 3, ...only('pl') },
    { role: 'reviewer', groupId: 4, ...only('de') },
  )
  const work = workOf(principal, project())
  expect(work.languages).toEqual({ translate: ['pl', 'de'], review: ['de'], suggest: ['pt-BR', 'ar'] })
  expect(work.steps.map(printed).slice(0, 3)).toEqual(['review de 207', 'translate pl 33', 'translate de 28'])
})

test('a developer who also translates resolves conflicts first', () => {
  expect(nextOf(person({ role: 'developer' }), { openConflicts: 2 })).toBe('resolve 2')
  expect(nextOf(person({ role: 'translator' }), { openConflicts: 2 })).toBe('translate pt-BR 70')
  const kinds = workOf(OWNER, project({ openConflicts: 2 })).steps.map(({ kind }) => kind)
  expect(kinds.indexOf('resolve')).toBeGreaterThan(kinds.indexOf('translate'))
})

test('an empty project suggests an import, one without target languages a language', () => {
  expect(nextOf(OWNER, { keys: 0 })).toBe('import')
  expect(nextOf(person({ role: 'developer' }), { keys: 0 })).toBe('import')
  expect(nextOf(person({ role: 'translator' }), { keys: 0, left: [] })).toBe('open de')
  expect(nextOf(OWNER, { languages: ['en'], left: [] })).toBe('add-language')
  expect(nextOf(person({ role: 'developer' }), { languages: ['en'], left: [] })).toBe('keys')
})

test('a task comes first if the person can do it', () => {
  const tasks = [
    { id: 1, goal: 'reviewed', language: 'pl', left: 4 },
    { id: 2, goal: 'translated', language: 'pl', left: 0 },
    { id: 3, goal: 'translated', language: 'pl', left: 5 },
  ] as const
  expect(nextOf(person({ role: 'translator', ...only('pl') }), { tasks })).toBe('task 3 pl 5')
  expect(nextOf(person({ role: 'reviewer', ...only('pl') }), { tasks })).toBe('task 1 pl 4')
  expect(nextOf(person({ role: 'translator', ...only('de') }), { tasks })).toBe('translate de 28')
})

test('without counts, the screens still open languages in which the person can work', () => {
  const work = workOf(
    person({ role: 'translator', ...only('ar', 'pl') }),
    project({ left: null, keys: null }),
  )
  expect([work.translate, work.review]).toEqual(['pl', 'pl'])
  expect(work.steps.map(printed)).toEqual(['open pl'])
})

test('Review opens the language with the most waiting texts', () => {
  const work = workOf(person({ role: 'reviewer', ...only('de', 'pl') }), project({ lastLanguage: 'pl' }))
  expect(work.review).toBe('de')
})

test('a visitor of a public project suggests in the language of the browser', () => {
  const visitor: Principal = {
    ...person({ role: 'suggester' }),
    id: actorId('visitor'),
    instanceRole: 'visitor',
  }
  expect(nextOf(visitor, { spoken: ['pl'] })).toBe('suggest pl 33')
})

test('a language is read-only without the right to translate, review or suggest', () => {
  const work = workOf(person({ role: 'translator', ...only('pl') }), project())
  expect(LANGUAGES.filter((language) => isReadOnlyIn(work, language))).toEqual(['de', 'ar', 'pt-BR'])
})

describe('laws', () => {
  const languageSet = fc.option(
    fc.uniqueArray(fc.constantFrom('en', ...LANGUAGES), { minLength: 1 }).map((tags) => new Set(tags)),
    { nil: null },
  )
  const namespaceSet = fc.option(
    fc.uniqueArray(fc.constantFrom(...NAMESPACES), { minLength: 1 }).map((names) => new Set(names)),
    { nil: null },
  )
  const membership: fc.Arbitrary<Membership> = fc.record({
    role: fc.constantFrom(...PROJECT_ROLES, ...SHARED_ROLES),
    languages: languageSet,
    namespaces: namespaceSet,
    groupId: fc.constantFrom(null, 3, 4),
  })
  const token: fc.Arbitrary<TokenLimits | null> = fc.option(
    fc.record({
      tokenId: fc.constant(1),
      scopes: fc.uniqueArray(fc.constantFrom(...TOKEN_SCOPES), { minLength: 1 }).map((all) => new Set(all)),
      projectId: fc.constantFrom(null, PROJECT_ID, 8),
      languages: languageSet,
    }),
    { nil: null },
  )
  const principal: fc.Arbitrary<Principal> = fc
    .record({
      memberships: fc.array(membership, { maxLength: 3 }),
      instanceRole: fc.constantFrom('owner', 'member', 'visitor'),
      token,
    })
    .map(({ memberships, ...rest }) => ({ ...person(...memberships), ...rest }))
  const count = fc.constantFrom(0, 1, 5, 90)
  const anyProject: fc.Arbitrary<ProjectWork> = fc.record({
    projectId: fc.constant(PROJECT_ID),
    sourceLanguage: fc.constantFrom('en', 'de'),
    languages: fc.subarray(['en', ...LANGUAGES], { minLength: 1 }),
    left: fc.option(
      fc.tuple(
        ...['en', ...LANGUAGES].map((language) =>
          fc.record({
            language: fc.constant(language),
            untranslated: count,
            failing: count,
            outdated: count,
            waiting: count,
          }),
        ),
      ),
      { nil: null },
    ),
    keys: fc.constantFrom(null, 0, 12),
    openConflicts: fc.constantFrom(0, 2),
    tasks: fc.array(
      fc.record({
        id: fc.nat(9),
        goal: fc.constantFrom('translated', 'reviewed'),
        language: fc.constantFrom(...LANGUAGES),
        left: count,
      }),
      { maxLength: 3 },
    ),
    lastLanguage: fc.constantFrom(null, 'de', 'pl', 'gone'),
    spoken: fc.subarray(['pl', 'ar-EG', 'pt', 'en']),
  })

  const isAllowed = (one: Principal, action: TextAction, language: string | null) =>
    [null, ...NAMESPACES].some(
      (namespace) =>
        explain(one, action, { on: 'text', projectId: PROJECT_ID, language, namespace }) === null,
    )

  /** States the rule of each kind of step independently: what `explain` has to allow. */
  function isStepAllowed(one: Principal, step: WorkStep): boolean {
    const on = { on: 'project', projectId: PROJECT_ID } as const
    switch (step.kind) {
      case 'translate':
      case 'fix':
      case 'update':
        return isAllowed(one, 'translations.save', step.language)
      case 'review':
        return isAllowed(one, 'translations.review', step.language)
      case 'suggest':
        return isAllowed(one, 'suggestions.add', step.language)
      case 'task':
        return step.task.goal === 'reviewed'
          ? isAllowed(one, 'translations.review', step.language)
          : isAllowed(one, 'translations.save', step.language)
      case 'resolve':
        return [null, ...LANGUAGES, 'en'].some((language) => isAllowed(one, 'conflicts.resolve', language))
      case 'import':
        return isAllowed(one, 'files.import', null)
      case 'keys':
        return isAllowed(one, 'keys.edit', null)
      case 'add-language':
        return explain(one, 'languages.manage', on) === null
      case 'files':
        return explain(one, 'files.sync', on) === null
      case 'open':
        return explain(one, 'project.read', on) === null
    }
  }

  test('no step is proposed that explain refuses', () => {
    fc.assert(
      fc.property(principal, anyProject, (one, given) => {
        const { steps, languages } = workOf(one, given)
        for (const step of steps) expect(isStepAllowed(one, step), printed(step)).toBe(true)
        for (const language of languages.translate)
          expect(isAllowed(one, 'translations.save', language)).toBe(true)
        for (const language of languages.review)
          expect(isAllowed(one, 'translations.review', language)).toBe(true)
        for (const language of languages.suggest)
          expect(isAllowed(one, 'suggestions.add', language)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('every language that explain allows is included, and no empty work is proposed', () => {
    fc.assert(
      fc.property(principal, anyProject, (one, given) => {
        const { steps, languages, translate, review } = workOf(one, given)
        const targets = given.languages.filter((tag) => tag !== given.sourceLanguage)
        const allowed = (action: TextAction) => targets.filter((tag) => isAllowed(one, action, tag)).sort()
        expect(languages.translate.toSorted()).toEqual(allowed('translations.save'))
        expect(languages.review.toSorted()).toEqual(allowed('translations.review'))
        for (const step of steps) if ('count' in step) expect(step.count).toBeGreaterThan(0)
        expect([...targets, given.sourceLanguage]).toContain(translate)
        expect([...targets, given.sourceLanguage]).toContain(review)
      }),
      { numRuns: 300 },
    )
  })
})
