/** A PDF of about 2 KB with 20 pages that each ask for 8000 × 8000 points. */
export function pdfOfHugePages(): Buffer {
  const pages = Array.from({ length: 20 }, (_, index) => index + 3)
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count 20 /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] /MediaBox [0 0 8000 8000] >>`,
    ...pages.map(() => '<< /Type /Page /Parent 2 0 R /Contents 23 0 R >>'),
    stream('', '0 0 100 100 re f'),
  ])
}

/** A PDF of one page that runs a script when it is opened, and another when it is shown (ISO 32000-1 §12.6.4.16). */
export function pdfWithScript(): Buffer {
  const script = '<< /S /JavaScript /JS (app.alert\\("ran"\\)) >>'
  return pdf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 200 200] >>',
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /AA << /O ${script} >> >>`,
    stream('', '0 0 100 100 re f'),
  ])
}

/** A PDF of about 2 KB whose page draws a form that draws the next one twelve times, eight deep: years of work. */
export function pdfOfNestedForms(): Buffer {
  const depth = 8
  const forms = Array.from({ length: depth }, (_, level) => {
    const isLast = level === depth - 1
    const resources = isLast ? '' : ` /Resources << /XObject << /F ${level + 6} 0 R >> >>`
    const drawn = isLast ? '0 0 1 1 re f\n' : '/F Do\n'
    return stream(`/Type /XObject /Subtype /Form /BBox [0 0 200 200]${resources}`, drawn.repeat(12))
  })
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 200 200] >>',
    '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>',
    stream('', '/F Do'),
    ...forms,
  ])
}

/** A file of these objects, numbered from 1, the first of them its catalogue (ISO 32000-1 §7.5). */
function pdf(objects: string[]): Buffer {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF`
  return Buffer.from(file, 'latin1')
}

const stream = (entries: string, content: string) =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`
