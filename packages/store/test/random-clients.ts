import { type Forms, type OperationKind, TRANSLATION_STATES, type TranslationState } from '@dragoman/core'
import {
  addLanguages,
  applyOperation,
  type ChangeRequest,
  type OperationResult,
  type ProjectRow,
  removeLanguage,
  type Store,
  type UndoPlan,
  undoOperation,
} from '../src/index.ts'
import { oneOf, type Random } from './generator.ts'
import { AT, JAN, MARA, newKey } from './sample.ts'

/** A text as a client saw it. */
export type SeenText = {
  readonly keyId: number
  readonly language: string
  readonly forms: Forms
  readonly state: TranslationState
  readonly version: number
  /** Operation that it belongs to; null: never written. */
  readonly operationId: number | null
}

/** What one client did. `base` is the text that it had seen before it saved. */
export type Step = {
  readonly result: OperationResult | { readonly ok: false; readonly newer: UndoPlan }
  readonly base?: SeenText
  readonly undone?: number
}

const CLIENTS = 3
const TEXTS = ['Hello {{name}}', 'Hello', 'Hallo {{name}}', '', '', 'Grüße', '今日は']
const LANGUAGES = ['de', 'pl', 'fr']

/** Returns all texts of a project. */
export async function textsOfProject(store: Store, projectId: number): Promise<readonly SeenText[]> {
  const rows = await store.read(({ db }) =>
    db
      .selectFrom('translation as t')
      .innerJoin('language as l', 'l.id', 't.language_id')
      .select(['t.key_id', 'l.tag', 't.forms', 't.state', 't.version', 't.operation_id'])
      .where('l.project_id', '=', projectId)
      .orderBy('t.id')
      .execute(),
  )
  return rows.map((row) => ({
    keyId: row.key_id,
    language: row.tag,
    forms: JSON.parse(row.forms),
    state: TRANSLATION_STATES[row.state] ?? 'untranslated',
    version: row.version,
    operationId: row.operation_id,
  }))
}

/**
 * People who save what they saw a while ago, edit many texts together, import, rename, remove, restore, and
 * undo any operation, including undos.
 */
export class RandomClients {
  private readonly views: (readonly SeenText[])[] = Array.from({ length: CLIENTS }, () => [])
  /** Every operation so far, in order. */
  readonly operations: number[] = []

  constructor(
    private readonly store: Store,
    private readonly project: ProjectRow,
    private readonly random: Random,
  ) {}

  async step(): Promise<Step> {
    const { random } = this
    const client = random(CLIENTS)
    if (random(3) === 0) this.views[client] = await textsOfProject(this.store, this.project.id)
    const step = await this.act(client)
    if (step.result.ok && step.result.operationId > 0) this.operations.push(step.result.operationId)
    return step
  }

  private async act(client: number): Promise<Step> {
    const { random } = this
    switch (random(12)) {
      case 0:
        return this.languages()
      case 1:
      case 2:
        return this.undo()
      case 3:
        return { result: await this.apply('bulk', await this.bulkChanges()) }
      case 4:
        return { result: await this.apply('import', await this.importChanges()) }
      case 5:
      case 6:
        return { result: await this.apply('keys', await this.keyChanges()) }
      default:
        return this.save(client)
    }
  }

  private apply(kind: OperationKind, changes: readonly ChangeRequest[]): Promise<OperationResult> {
    return this.store.write((w) =>
      applyOperation(w, { projectId: this.project.id, kind, by: MARA, at: AT, changes }),
    )
  }

  private async save(client: number): Promise<Step> {
    const base = oneOf(this.random, this.views[client] ?? [])
    if (!base) return { result: await this.apply('save', [this.addition()]) }
    const { keyId, language, version } = base
    const result = await this.apply('save', [
      { kind: 'translate', keyId, language, ...this.content(), baseVersion: version },
    ])
    return { result, base }
  }

  private content(): { readonly forms: Forms; readonly state?: TranslationState } {
    const forms = { other: oneOf(this.random, TEXTS) ?? '' }
    return this.random(4) === 0 ? { forms, state: 'reviewed' } : { forms }
  }

  private addition(after?: number | null): ChangeRequest & { kind: 'add-key' } {
    const texts = {
      en: oneOf(this.random, TEXTS) ?? '',
      ...(this.random(2) === 0 ? {} : { de: oneOf(this.random, TEXTS) ?? '' }),
    }
    const key = newKey(`space${this.random(2)}`, `group.key${this.random(40)}`, texts)
    return after === undefined ? key : { ...key, after }
  }

  private async bulkChanges(): Promise<ChangeRequest[]> {
    const texts = (await textsOfProject(this.store, this.project.id)).filter(() => this.random(4) === 0)
    return texts.map(({ keyId, language, forms, version }) => {
      const content = this.random(2) === 0 ? { forms, state: 'reviewed' as const } : this.content()
      return { kind: 'translate', keyId, language, ...content, baseVersion: version }
    })
  }

  private async importChanges(): Promise<ChangeRequest[]> {
    const texts = await textsOfProject(this.store, this.project.id)
    const known = texts.filter(() => this.random(5) === 0)
    const translated = known.map(
      ({ keyId, language }): ChangeRequest => ({ kind: 'translate', keyId, language, ...this.content() }),
    )
    const names = await this.names()
    const added = Array.from({ length: 1 + this.random(4) }, () => this.addition())
    return [
      ...translated,
      ...added.filter(
        ({ namespace, name }) => !names.has(`${namespace} ${name}`) && names.add(`${namespace} ${name}`),
      ),
    ]
  }

  private async names(): Promise<Set<string>> {
    return new Set((await this.keys()).map(({ namespace, name }) => `${namespace} ${name}`))
  }

  private keys(): Promise<
    readonly { readonly id: number; readonly name: string; readonly namespace: string }[]
  > {
    return this.store.read(({ db }) =>
      db
        .selectFrom('key as k')
        .innerJoin('namespace as n', 'n.id', 'k.namespace_id')
        .select(['k.id', 'k.name', 'n.name as namespace'])
        .where('k.project_id', '=', this.project.id)
        .orderBy('k.position')
        .execute(),
    )
  }

  private async keyChanges(): Promise<ChangeRequest[]> {
    const { random } = this
    const keys = await this.keys()
    const some = keys.filter(() => random(4) === 0)
    const [first, second] = [oneOf(random, keys), oneOf(random, keys)]
    switch (random(6)) {
      case 0:
        return some.map(({ id }) => ({ kind: 'remove-key', keyId: id }))
      case 1: {
        const after = oneOf(random, [first?.id ?? null, null]) ?? null
        return [this.addition(after)]
      }
      case 2:
        if (!first || !second || first.id === second.id || first.namespace !== second.namespace) return []
        return [
          { kind: 'edit-key', keyId: first.id, fields: { name: 'on the way' } },
          { kind: 'edit-key', keyId: second.id, fields: { name: first.name } },
          { kind: 'edit-key', keyId: first.id, fields: { name: second.name } },
        ]
      case 3:
        return some.map(({ id }) => ({
          kind: 'edit-key',
          keyId: id,
          fields: {
            description: `What ${random(5)}`,
            maxLength: random(2) === 0 ? null : 1 + random(9),
            tags: [`tag${random(3)}`],
          },
        }))
      default:
        if (!first) return []
        return [
          {
            kind: 'edit-key',
            keyId: first.id,
            fields: { name: `group.key${random(40)}`, namespace: `space${random(3)}` },
          },
        ]
    }
  }

  private async languages(): Promise<Step> {
    const { random, store, project } = this
    const request = { projectId: project.id, by: MARA, at: AT }
    const tag = oneOf(random, LANGUAGES) ?? 'de'
    if (random(2) === 0) return { result: await store.write((w) => removeLanguage(w, { ...request, tag })) }
    const before = await this.latest()
    await store.write((w) => addLanguages(w, { ...request, tags: [tag] }))
    const after = await this.latest()
    if (after !== before) this.operations.push(after)
    return { result: await this.apply('save', []) }
  }

  private async latest(): Promise<number> {
    const row = await this.store.read(({ db }) =>
      db
        .selectFrom('operation')
        .select('id')
        .where('project_id', '=', this.project.id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
    return row?.id ?? 0
  }

  private async undo(): Promise<Step> {
    const recent = this.operations.slice(-8)
    const undone = oneOf(this.random, this.random(4) === 0 ? this.operations : recent)
    if (undone === undefined) return { result: await this.apply('save', []) }
    const keepNewer = this.random(3) === 0 ? ('keep' as const) : ('refuse' as const)
    const request = { projectId: this.project.id, operationId: undone, by: JAN, at: AT, keepNewer }
    return { result: await this.store.write((w) => undoOperation(w, request)), undone }
  }
}
