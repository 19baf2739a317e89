import { FolderOpen } from 'lucide-react'
import button from '../../elements/button.module.css'

/** Its look is in the page before any script. */
export function OpenFileButton({ onClick }: { onClick?: () => void }) {
  return (
    <button type="button" className={button.button} onClick={onClick}>
      <FolderOpen size={15} aria-hidden />
      Open a saved flow
    </button>
  )
}
