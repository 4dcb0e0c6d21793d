import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider'

/** Returns a class whose objects keep one kind of thing that the provider stores each, for as long as it runs. */
export function providerStore(): AdapterConstructor {
  const kept = new Map<string, AdapterPayload>()
  return class implements Adapter {
    readonly #kind: string
    constructor(kind: string) {
      this.#kind = kind
    }
    async upsert(id: string, payload: AdapterPayload): Promise<void> {
      kept.set(this.#nameOf(id), payload)
    }
    async find(id: string): Promise<AdapterPayload | undefined> {
      return kept.get(this.#nameOf(id))
    }
    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return this.#findBy((payload) => payload.uid === uid)
    }
    async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
      return this.#findBy((payload) => payload.userCode === userCode)
    }
    async consume(id: string): Promise<void> {
      const payload = kept.get(this.#nameOf(id))
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    }
    async destroy(id: string): Promise<void> {
      kept.delete(this.#nameOf(id))
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [name, payload] of kept) if (payload.grantId === grantId) kept.delete(name)
    }
    #nameOf(id: string): string {
      return `${this.#kind} ${id}`
    }
    #findBy(fits: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
      for (const [name, payload] of kept)
        if (name.startsWith(`${this.#kind} `) && fits(payload)) return payload
      return undefined
    }
  }
}
