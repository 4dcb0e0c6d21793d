import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from './shop.tsx'

type Props = {
  readonly products: readonly Product[]
  readonly onRemove: (index: number) => void
  readonly onClose: () => void
}

export function Basket({ products, onRemove, onClose }: Props) {
  const { t } = useTranslation(['basket', 'shop'])
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // Opened only once, even if React runs effects twice.
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])

  return (
    <dialog ref={dialog} aria-labelledby="basket-title" onClose={onClose}>
      <h2 id="basket-title">{t('title')}</h2>
      <p>{products.length === 0 ? t('empty') : t('things', { count: products.length })}</p>
      <ul>
        {products.map((product, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same product can be there twice, and is the same then.
          <li key={index}>
            {t(`shop:product.${product}`)}
            <button
              type="button"
              aria-label={t('remove', { product: t(`shop:product.${product}`) })}
              onClick={() => onRemove(index)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <form method="dialog">
        <button type="submit">{t('close')}</button>
        <button type="submit" disabled={products.length === 0}>
          {t('order')}
        </button>
      </form>
    </dialog>
  )
}
