import { sameForms } from '@dragoman/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { history, type ProjectRow, type UndoPlan, undoOperation } from '../src/index.ts'
import { catalogHash } from './catalog-hash.ts'
import { generator } from './generator.ts'
import { LAW_MINUTES, lawSeeds } from './law-minutes.ts'
import { onBoth, type TestDatabase } from './on-both.ts'
import { RandomClients, type SeenText, type Step, textsOfProject } from './random-clients.ts'
import { expectCountsRight } from './recount.ts'
import { AT, JAN, sampleProject } from './sample.ts'

/** 787994: two keys are restored together, and the position of the first is taken. */
const SEEDS = [787994, 1, 3]
const STEPS = 50
const MINUTE_MS = 60_000

onBoth('the law of versions and undo', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('versions only grow, the history contains each once, and undoing everything restores the start', {
    timeout: (LAW_MINUTES + 5) * MINUTE_MS,
  }, async () => {
    let walks = 0
    let operations = 0
    let refused = 0
    for (const seed of lawSeeds(SEEDS)) {
      const project = await sampleProject(database.store, ['de', 'pl'], `law-${seed}-${walks}`)
      const walk = new Walk(database, project, seed)
      await walk.forward()
      await walk.expectHistory()
      await expectCountsRight(database.store, project.id)
      await walk.back()
      await walk.expectHistory()
      await expectCountsRight(database.store, project.id)
      walks += 1
      operations += walk.done
      refused += walk.refused
    }
    if (LAW_MINUTES > 0)
      process.stdout.write(
        `${walks} walks, ${operations} operations undone, ${refused} undos refused with a reason that is true\n`,
      )
    expect(operations).toBeGreaterThan(walks * 20)
  })
})

/** Operations of many clients, and their undos; throws with the seed if the law is violated. */
class Walk {
  private readonly clients: RandomClients
  /** Place of a text → its versions and their texts. */
  private readonly versions = new Map<string, Map<number, SeenText>>()
  private now = new Map<string, SeenText>()
  private hashes: string[] = []
  done = 0
  refused = 0

  constructor(
    private readonly database: TestDatabase,
    private readonly project: ProjectRow,
    private readonly seed: number,
  ) {
    this.clients = new RandomClients(database.store, project, generator(seed))
  }

  async forward(): Promise<void> {
    this.hashes = [await this.hash()]
    for (let i = 0; i < STEPS; i++) {
      const before = this.now
      const known = this.clients.operations.length
      const step = await this.clients.step()
      await this.look(`step ${i}`)
      if (this.clients.operations.length > known) this.hashes.push(await this.hash())
      this.expectSeen(step, before)
      if ('newer' in step.result && step.undone !== undefined)
        await this.expectTrue(step.result.newer, step.undone)
    }
    this.done = this.clients.operations.length
  }

  /**
   * Undoes everything, including undos, newest first: nothing is newer, so nothing can be refused, and each
   * step restores the previous catalog.
   */
  async back(): Promise<void> {
    for (const operationId of this.clients.operations.toReversed()) {
      this.hashes.pop()
      const request = { projectId: this.project.id, operationId, by: JAN, at: AT }
      const result = await this.database.store.write((w) => undoOperation(w, request))
      const where = `seed ${this.seed}, undo of ${operationId}`
      expect(result.ok ? '' : JSON.stringify(result), where).toBe('')
      await this.look(where)
      expect(await this.hash(), where).toBe(this.hashes.at(-1))
    }
  }

  /**
   * Expects that the history contains every version once with its text, newest first, and that the newest is
   * the current text.
   */
  async expectHistory(): Promise<void> {
    for (const [place, versions] of this.versions) {
      const [keyId = '', language = ''] = place.split(' ')
      const request = { projectId: this.project.id, keyId: Number(keyId), language, limit: 1000 }
      const rows = await this.database.store.read((r) => history(r, request))
      const there = await this.database.store.read(({ db }) =>
        db
          .selectFrom('language')
          .select('id')
          .where('project_id', '=', this.project.id)
          .where('tag', '=', language)
          .executeTakeFirst(),
      )
      if (!there) continue
      const where = `seed ${this.seed}, history of ${place}`
      const listed = rows.map((row) => row.version)
      expect(listed, where).toEqual([...new Set(listed)].sort((a, b) => b - a))
      for (const [version, text] of versions) {
        if (version === 0 || text.operationId === null) continue
        const row = rows.find((one) => one.version === version)
        expect(row && { forms: row.forms, state: row.state }, `${where}, version ${version}`).toEqual({
          forms: text.forms,
          state: text.state,
        })
      }
      const now = this.now.get(place)
      if (now && rows.length > 0)
        expect(rows[0], where).toMatchObject({ forms: now.forms, state: now.state, version: now.version })
    }
  }

  private hash(): Promise<string> {
    return this.database.store.read((r) => catalogHash(r, this.project.id))
  }

  /** Compares every text with what was seen of it before. */
  private async look(where: string): Promise<void> {
    const now = new Map<string, SeenText>()
    for (const text of await textsOfProject(this.database.store, this.project.id)) {
      const place = `${text.keyId} ${text.language}`
      now.set(place, text)
      const versions = this.versions.get(place) ?? new Map<number, SeenText>()
      this.versions.set(place, versions)
      const what = `seed ${this.seed}, ${where}, ${place}`
      const highest = Math.max(0, ...versions.keys())
      expect(text.version, what).toBeGreaterThanOrEqual(highest)
      const same = versions.get(text.version)
      if (same)
        expect({ forms: text.forms, state: text.state }, what).toEqual({
          forms: same.forms,
          state: same.state,
        })
      else versions.set(text.version, text)
    }
    this.now = now
  }

  /** A client that overwrites a version has seen the replaced text. */
  private expectSeen({ result, base }: Step, before: ReadonlyMap<string, SeenText>): void {
    if (!result.ok || !base) return
    const replaced = before.get(`${base.keyId} ${base.language}`)
    expect(replaced?.forms, `seed ${this.seed}: overwritten unseen`).toEqual(base.forms)
  }

  /** What an undo reports as newer was changed after the operation. */
  private async expectTrue(plan: UndoPlan, undone: number): Promise<void> {
    this.refused += 1
    for (const change of plan.newer) {
      if (change.kind !== 'translation' || change.language === null) continue
      const text = this.now.get(`${change.keyId} ${change.language}`)
      if (!text) continue
      const left = this.versions.get(`${change.keyId} ${change.language}`)?.get(undone)
      const isOwn =
        text.operationId === undone &&
        left !== undefined &&
        sameForms(text.forms, left.forms) &&
        text.state === left.state
      expect(
        isOwn,
        `seed ${this.seed}: ${undone} is refused for its own text ${JSON.stringify(change)}`,
      ).toBe(false)
      expect(text.version, `seed ${this.seed}: ${undone} is refused, nothing came after`).toBeGreaterThan(
        undone,
      )
    }
  }
}
