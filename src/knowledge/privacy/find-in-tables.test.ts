import { expect, it } from 'vitest'
import { createScrubber } from './scrub.ts'

const safe = (text: string) => createScrubber({ fingerprint: () => '0a1b2c3d' }).text(text)

it.each([
  ['CSV with semicolons', 'id;nome;nascimento;valor;status\n7;Dagoberto Fontana;1971-01-02;249,90;REJEITADO\n'],
  [
    'CSV with commas and quotation marks',
    'id,name,nascimento,email,status\n7,"Dagoberto Fontana","1971-01-02",d@x.example,REJEITADO',
  ],
  ['cells that stand apart by tabs', 'nome\tnascimento\tstatus\nDagoberto Fontana\t1971-01-02\tREJEITADO'],
  [
    'a client of PostgreSQL',
    ' nome              | nascimento | status\n-------------------+------------+--------\n Dagoberto Fontana | 1971-01-02 | REJEITADO\n',
  ],
  [
    'a client of MySQL',
    '+------+\n| nome | nascimento | status |\n+------+\n| Dagoberto Fontana | 1971-01-02 | REJEITADO |\n+------+',
  ],
  [
    'a table of Markdown',
    '| Nome | Nascimento | Status |\n|---|---|---|\n| Dagoberto Fontana | 1971-01-02 | REJEITADO |',
  ],
  [
    'columns with lines of their width',
    'NOME               NASCIMENTO  STATUS\n-----------------  ----------  ---------\nDagoberto Fontana  1971-01-02  REJEITADO',
  ],
  [
    'what SQL inserts',
    "INSERT INTO clientes (nome, nascimento, status) VALUES ('Ana O''Neil', '1970-03-04', 'PAGO'), ('Dagoberto Fontana', '1971-01-02', 'REJEITADO');",
  ],
  [
    'what SQL inserts into a table that it created',
    "CREATE TABLE `c` (`nome` varchar(9), `nascimento` date, `status` text, PRIMARY KEY (`nome`));\nINSERT INTO `c` VALUES ('Ana O''Neil','1970-03-04','PAGO'),\n('Dagoberto Fontana','1971-01-02','REJEITADO');",
  ],
  [
    'what PostgreSQL copies',
    'COPY clientes (nome, nascimento, status) FROM stdin;\nDagoberto Fontana\t1971-01-02\tREJEITADO\n\\.',
  ],
  [
    'rows of JSON',
    '{"columns":["nome","nascimento","status"],"rows":[["Dagoberto Fontana","1971-01-02","REJEITADO"]]}',
  ],
  [
    'a table of HTML',
    '<tr><th>Nome</th><th>Nascimento</th><th>Status</th></tr><tr><td>Dagoberto Fontana</td><td>1971-01-02</td><td>REJEITADO</td></tr>',
  ],
  ['a CSV within JSON', JSON.stringify({ text: 'nome;nascimento;status\nDagoberto Fontana;1971-01-02;REJEITADO\n' })],
])('in %s a column names what stands below it', (_, text) => {
  const copy = safe(text)
  expect(copy).not.toContain('Dagoberto')
  expect(copy).not.toContain('1971-01-02')
  expect(copy).toContain('REJEITADO')
  expect(copy.toLowerCase()).toContain('nascimento')
})

it('a secret in a column is removed, its neighbours stay', () => {
  expect(safe('client_id,client_secret,environment\nloja-07,9tSQ6hao6Qg3kmNv,sandbox')).toBe(
    'client_id,client_secret,environment\nloja-07,[client_secret:0a1b2c3d],sandbox',
  )
})

it.each([
  'sku,name,price\nNB-14,Notebook 14,2499.90\n',
  'campo            esperado          recebido\ntoken_type       Bearer            bearer\nexpires_in       3600              900\n',
  'NAME        READY   STATUS    RESTARTS\ncob-7d9f    1/1     Running   0\n',
  '| code | meaning |\n|---|---|\n| PGT-0412 | token expired |\n',
])('a table without a person or a secret stays: %s', (text) => {
  expect(safe(text)).toBe(text)
})
