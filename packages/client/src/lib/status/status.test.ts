import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressOfKey, BrowserModel, type ModelWindow } from '../../../test/browser-model.ts'
import type { Unsaved } from '../saving/create-saving.ts'
import type { Draft } from '../saving/draft-store.ts'
import { STATUS_KINDS, type StatusFacts, type StatusKind, statusOf } from './status.ts'

const NOTHING: Unsaved = { saves: [], drafts: [], unstored: 0, isSignedOut: false, typing: null }
const CALM: StatusFacts = {
  unsaved: NOTHING,
  isOnline: true,
  connection: 'live',
  changesUnderWay: 0,
  jobs: [],
  unwritten: 0,
}
const draft: Draft = { forms: { other: 'Neu' }, base: {}, baseVersion: 0, at: 1, failure: null }
const address = addressOfKey(1)
const drafts = (changes: Partial<Draft> = {}): Unsaved => ({
  ...NOTHING,
  drafts: [{ ...address, draft: { ...draft, ...changes } }],
})
const saves = (attempts: number): Unsaved => ({ ...NOTHING, saves: [{ ...address, id: 'a', attempts }] })

describe('a single fact', () => {
  test.each([
    ['saved', CALM],
    ['unwritten', { ...CALM, unwritten: 3 }],
    ['unwritten', { ...CALM, unwritten: null }],
    ['job', { ...CALM, jobs: [{ done: 1, total: 4 }] }],
    ['connecting', { ...CALM, connection: 'connecting' }],
    ['reconnecting', { ...CALM, connection: 'away' }],
    ['saved', { ...CALM, connection: null }],
    ['draft', { ...CALM, unsaved: drafts() }],
    ['typing', { ...CALM, unsaved: { ...drafts(), typing: address } }],
    ['draft', { ...CALM, unsaved: { ...drafts(), typing: addressOfKey(2) } }],
    ['saving', { ...CALM, unsaved: saves(0) }],
    ['saving', { ...CALM, changesUnderWay: 1 }],
    ['offline', { ...CALM, isOnline: false }],
    ['unreachable', { ...CALM, unsaved: saves(2) }],
    ['signedOut', { ...CALM, unsaved: { ...saves(2), isSignedOut: true } }],
    ['saved', { ...CALM, unsaved: { ...NOTHING, isSignedOut: true } }],
    ['conflict', { ...CALM, unsaved: drafts({ failure: 'stale-edit' }) }],
    ['unstored', { ...CALM, unsaved: { ...NOTHING, unstored: 1 } }],
    ['refused', { ...CALM, unsaved: drafts({ failure: 'not-allowed' }) }],
  ] as const satisfies readonly (readonly [StatusKind, StatusFacts])[])('is shown as %s', (kind, facts) => {
    expect(statusOf(facts).kind).toBe(kind)
  })
})

test('of several facts, the worst is shown', () => {
  const anyFacts: fc.Arbitrary<StatusFacts> = fc.record({
    unsaved: fc.record({
      saves: fc.array(fc.record({ id: fc.string(), attempts: fc.nat(2), ...fixed(address) }), {
        maxLength: 2,
      }),
      drafts: fc.array(
        fc.record({
          ...fixed(address),
          draft: fc.constantFrom(null, 'stale-edit', 'not-allowed').map((failure) => ({ ...draft, failure })),
        }),
        { maxLength: 2 },
      ),
      unstored: fc.nat(1),
      isSignedOut: fc.boolean(),
      typing: fc.constantFrom(null, address),
    }),
    isOnline: fc.boolean(),
    connection: fc.constantFrom('connecting', 'live', 'away', null),
    changesUnderWay: fc.nat(1),
    jobs: fc.array(fc.record({ done: fc.nat(5), total: fc.constantFrom(null, 5) }), { maxLength: 1 }),
    unwritten: fc.constantFrom(null, 0, 2),
  })
  fc.assert(
    fc.property(anyFacts, anyFacts, (a, b) => {
      const both: StatusFacts = {
        unsaved: {
          saves: [...a.unsaved.saves, ...b.unsaved.saves],
          drafts: [...a.unsaved.drafts, ...b.unsaved.drafts],
          unstored: a.unsaved.unstored + b.unsaved.unstored,
          isSignedOut: a.unsaved.isSignedOut || b.unsaved.isSignedOut,
          typing: a.unsaved.typing,
        },
        isOnline: a.isOnline && b.isOnline,
        connection: worse(a.connection, b.connection),
        changesUnderWay: a.changesUnderWay + b.changesUnderWay,
        jobs: [...a.jobs, ...b.jobs],
        unwritten: a.unwritten === null || b.unwritten === null ? null : a.unwritten + b.unwritten,
      }
      const shown = badness(statusOf(both).kind)
      expect(shown).toBeLessThanOrEqual(badness(statusOf(a).kind) + (a.unsaved.typing === null ? 0 : 1))
      expect(shown).toBeLessThanOrEqual(badness(statusOf(b).kind) + 1)
    }),
    { seed: 8 },
  )
})

function fixed<T extends object>(value: T): { [K in keyof T]: fc.Arbitrary<T[K]> } {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fc.constant(part)])) as {
    [K in keyof T]: fc.Arbitrary<T[K]>
  }
}

function worse(a: StatusFacts['connection'], b: StatusFacts['connection']): StatusFacts['connection'] {
  return (['away', 'connecting', 'live', null] as const).find((one) => one === a || one === b) ?? null
}

/** 0 is the worst. */
function badness(kind: StatusKind): number {
  return STATUS_KINDS.indexOf(kind)
}

type Event =
  | { readonly do: 'type' | 'save' | 'discard' | 'leave'; readonly window: number; readonly key: number }
  | { readonly do: 'crash' | 'reload' | 'open'; readonly window: number }
  | { readonly do: 'other'; readonly key: number; readonly isReported: boolean }
  | {
      readonly do:
        | 'full'
        | 'room'
        | 'online'
        | 'offline'
        | 'up'
        | 'down'
        | 'refusing'
        | 'obeying'
        | 'lost'
        | 'heard'
    }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'job' | 'unwritten'; readonly count: number }

const key = fc.integer({ min: 1, max: 3 })
const windowNumber = fc.integer({ min: 0, max: 1 })
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), window: windowNumber, key }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('save' as const), window: windowNumber, key }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('discard' as const, 'leave' as const),
      window: windowNumber,
      key,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('crash' as const, 'reload' as const, 'open' as const),
      window: windowNumber,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other' as const), key, isReported: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'full',
        'room',
        'online',
        'offline',
        'up',
        'down',
        'refusing',
        'obeying',
        'lost',
        'heard',
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 15, 30, 400, 6000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('job' as const, 'unwritten' as const), count: fc.nat(2) }),
  },
)

/**
 * The last request of a person for each string, and where it is: kept independently of the code under test.
 */
class Truth {
  readonly last = new Map<
    number,
    { kind: 'typed' | 'saved' | 'nothing'; text: string; window: ModelWindow }
  >()
  /** Texts that were typed or saved while the storage refused, by window. */
  readonly memoryOnly: { window: ModelWindow; key: number; text: string }[] = []
  /** Other people's saves that the windows know of. */
  readonly conflicting = new Map<number, string>()
  jobs = 0
  unwritten = 0

  constructor(readonly browser: BrowserModel) {}

  isStored(text: string): boolean {
    return [...this.browser.entries.values()].some((entry) => entry.includes(`"${text}"`))
  }

  /** Returns the best status that would still be true. */
  best(): StatusKind {
    const found: StatusKind[] = ['saved']
    if (this.unwritten > 0) found.push('unwritten')
    if (this.jobs > 0) found.push('job')
    if (!this.browser.isOnline) found.push('offline')
    for (const [keyId, { kind, text }] of this.last) {
      if (kind === 'nothing' || !this.exists(keyId, text)) continue
      const isOnServer = this.browser.applied.has(`save ${text}`)
      if (isOnServer) continue
      found.push(kind === 'typed' ? 'typing' : 'saving')
      // A failed save is a draft again
      const returned = this.returned(keyId)
      if (returned === 'refused' && kind === 'saved') found.push('refused')
      if (returned === 'stale-edit') found.push('conflict')
      if (kind === 'typed' && this.conflicting.has(keyId)) found.push('conflict')
    }
    for (const { window, key: keyId, text } of this.memoryOnly) {
      const { last } = this
      const isWanted = window.isAlive && last.get(keyId)?.text === text && last.get(keyId)?.kind === 'typed'
      if (isWanted && !this.isStored(text)) found.push('unstored')
    }
    return STATUS_KINDS.find((one) => found.includes(one)) ?? 'saved'
  }

  /** Returns false if a text was lost with the only window that had it. */
  private exists(keyId: number, text: string): boolean {
    if (this.isStored(text)) return true
    return this.memoryOnly.some((one) => one.key === keyId && one.text === text && one.window.isAlive)
  }

  private returned(keyId: number): 'refused' | 'stale-edit' | null {
    for (const [name, entry] of this.browser.entries) {
      if (!name.startsWith('dragoman:draft:') || !name.endsWith(`:${keyId}#user:1`)) continue
      const { failure }: { failure: string | null } = JSON.parse(entry)
      if (failure === 'stale-edit') return failure
      if (failure !== null) return 'refused'
    }
    return null
  }
}

function shownBy(one: ModelWindow, truth: Truth): StatusKind {
  return statusOf({
    unsaved: one.saving.unsaved.get(),
    isOnline: truth.browser.isOnline,
    connection: 'live',
    changesUnderWay: 0,
    jobs: Array.from({ length: truth.jobs }, () => ({ done: 0, total: 1 })),
    unwritten: truth.unwritten,
  }).kind
}

describe('for all possible sequences of events', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('the shown status is never better than the truth, and is saved once everything works again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 40, size: 'max' }), async (events) => {
        const browser = new BrowserModel()
        const truth = new Truth(browser)
        browser.open()
        let texts = 0
        for (const event of events) {
          await happen(event, { browser, truth, nextText: () => `text ${++texts}` })
          const best = truth.best()
          for (const one of browser.windows) {
            const shown = shownBy(one, truth)
            expect(badness(shown), `${one.id} shows ${shown}, true is ${best}`).toBeLessThanOrEqual(
              badness(best),
            )
          }
        }
        await getWell(browser)
        truth.jobs = 0
        truth.unwritten = 0
        const [first] = browser.windows
        const memoryOnly = new Set(truth.memoryOnly.map((one) => one.text))
        for (const [keyId, { kind, text, window }] of truth.last) {
          // Texts that only a crashed window had while the storage refused are lost, and were reported as not
          // stored
          if (kind !== 'saved' || (!window.isAlive && memoryOnly.has(text))) continue
          const kept = first?.saving.drafts.read(addressOfKey(keyId))?.forms.other
          const isThere = browser.applied.has(`save ${text}`) || kept === text
          expect(isThere, `${text} was saved and is gone`).toBe(true)
        }
        for (const { project, language, keyId } of first?.saving.unsaved.get().drafts ?? []) {
          first?.saving.drafts.discard({ project, language, keyId })
        }
        await vi.advanceTimersByTimeAsync(1000)
        for (const one of browser.windows) expect(shownBy(one, truth)).toBe('saved')
        for (const one of [...browser.windows]) browser.crash(one)
      }),
      { seed: 8, numRuns: Number(process.env.STATUS_LAW_RUNS ?? 300) },
    )
  }, 3_600_000)
})

type World = { readonly browser: BrowserModel; readonly truth: Truth; readonly nextText: () => string }

async function happen(event: Event, { browser, truth, nextText }: World): Promise<void> {
  switch (event.do) {
    case 'type':
    case 'save':
    case 'discard':
    case 'leave':
      act(event, { browser, truth, nextText })
      break
    case 'crash':
    case 'reload': {
      const one = browser.windows[event.window]
      if (one === undefined) break
      // A save that failed while the storage refused is in the window only
      for (const [key, { text }] of truth.last)
        if (!truth.isStored(text)) truth.memoryOnly.push({ window: one, key, text })
      browser.crash(one)
      if (event.do === 'reload' || browser.windows.length === 0) openAndAsk(browser, truth)
      break
    }
    case 'open':
      if (browser.windows.length < 2) openAndAsk(browser, truth)
      break
    case 'other': {
      browser.saveByOther(event.key, nextText())
      if (!event.isReported) break
      for (const one of browser.windows)
        one.saving.rebaseOnServer(addressOfKey(event.key), browser.reply(event.key))
      const last = truth.last.get(event.key)
      const held = browser.windows[0]?.saving.drafts.read(addressOfKey(event.key))
      if (last?.kind === 'typed' && held?.forms.other === last.text)
        truth.conflicting.set(event.key, last.text)
      break
    }
    case 'full':
    case 'room':
      browser.isFull = event.do === 'full'
      break
    case 'online':
    case 'offline':
      browser.isOnline = event.do === 'online'
      for (const one of browser.windows) one.saving.connectionChanged(browser.isOnline)
      break
    case 'up':
    case 'down':
      browser.isServerUp = event.do === 'up'
      break
    case 'refusing':
    case 'obeying':
      browser.isRefusing = event.do === 'refusing'
      break
    case 'lost':
    case 'heard':
      browser.isReplyLost = event.do === 'lost'
      break
    case 'wait':
      await wait(event.ms)
      break
    case 'job':
      truth.jobs = event.count
      break
    case 'unwritten':
      truth.unwritten = event.count
      break
    default:
      event satisfies never
  }
  await vi.advanceTimersByTimeAsync(1) // messages between windows arrive
}

/** A new window checks each draft with the server; if it cannot, it knows what is stored with them. */
function openAndAsk(browser: BrowserModel, truth: Truth): void {
  const { saving } = browser.open()
  for (const one of saving.unsaved.get().drafts) {
    if (browser.isOnline && browser.isServerUp) saving.rebaseOnServer(one, browser.reply(one.keyId))
    else if (one.draft.failure === null) truth.conflicting.delete(one.keyId)
  }
}

function act(
  event: Extract<Event, { readonly window: number; readonly key: number }>,
  { browser, truth, nextText }: World,
): void {
  const one = browser.windows[event.window]
  if (one === undefined) return
  const { drafts, saver, stopTyping } = one.saving
  const at = addressOfKey(event.key)
  const now = browser.version(event.key)
  const before = drafts.read(at)
  const note = (kind: 'typed' | 'saved' | 'nothing', text: string) => {
    truth.last.set(event.key, { kind, text, window: one })
    truth.conflicting.delete(event.key)
    if (kind !== 'nothing' && !truth.isStored(text))
      truth.memoryOnly.push({ window: one, key: event.key, text })
  }
  switch (event.do) {
    case 'type': {
      const text = nextText()
      const pending = saver.queue.get().findLast((save) => save.keyId === event.key)
      const base = before?.base ?? pending?.forms ?? (now.text === '' ? {} : { other: now.text })
      drafts.write(at, {
        forms: { other: text },
        base,
        baseVersion: before?.baseVersion ?? now.version,
        at: Date.now(),
        failure: null,
      })
      note('typed', text)
      break
    }
    case 'save': {
      if (before?.forms.other === undefined) return
      const { forms, base, baseVersion } = before
      saver.save({ ...at, id: `save ${forms.other}`, forms, state: null, base, baseVersion })
      drafts.discard(at)
      note('saved', before.forms.other)
      break
    }
    case 'discard':
      drafts.discard(at)
      if (before !== null && truth.last.get(event.key)?.text === before.forms.other) note('nothing', '')
      break
    case 'leave':
      stopTyping()
      break
    default:
      event.do satisfies never
  }
}

/** Lets time pass. */
async function wait(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}

async function getWell(browser: BrowserModel): Promise<void> {
  browser.isFull = false
  browser.isOnline = true
  browser.isServerUp = true
  browser.isRefusing = false
  browser.isReplyLost = false
  for (const one of browser.windows) one.saving.connectionChanged(true)
  await wait(40_000)
}
