// The questions that `ddblint profile --keys-only` answers, asked of DuckDB: items, distinct
// partition keys, the largest collection in items and bytes, the ten most frequent keys.
//
// usage: NODE_PATH=.../node_modules node duckdb.mjs THREADS FILE...     (npm's @duckdb/node-api)
import { createRequire } from 'node:module';

const { DuckDBInstance } = createRequire(import.meta.url)('@duckdb/node-api');

const [threads, ...files] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { threads });
const connection = await instance.connect();
const list = files.map((file) => `'${file.replaceAll("'", "''")}'`).join(', ');
const reader = await connection.runAndReadAll(`
  with items as (
    select json->>'$.Item.pk.S' as pk, strlen(json) as bytes
    from read_ndjson_objects([${list}])
  ), keys as (
    select pk, count(*) as items, sum(bytes) as bytes from items group by pk
  )
  select (select sum(items) from keys), (select count(*) from keys),
         (select max(items) from keys), (select max(bytes) from keys),
         (select list(pk || ' ' || items) from (select * from keys order by items desc limit 10))`);
console.log(reader.getRows()[0].map(String).join('\n'));
