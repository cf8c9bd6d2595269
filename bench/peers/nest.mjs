import { createHash } from 'node:crypto'
import {
  Body,
  Controller,
  Get,
  HttpException,
  Injectable,
  Module,
  NotFoundException,
  Param,
  Post,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm'
import { EntitySchema } from 'typeorm'

/**
 * NestJS with Express and TypeORM, both as their guides set them up: a guard for the key, a repository, `save`.
 * Decorators are called as functions, because this runs without a compiler.
 */
const json = { type: 'jsonb' }
const text = { type: 'text' }
const Job = new EntitySchema({
  name: 'peer_job',
  columns: {
    id: { type: 'uuid', primary: true, generated: 'uuid' },
    external_reference: { ...text, unique: true },
    status: text,
    title: text,
    description: text,
    size: text,
    customer_phone: { ...text, update: false },
    pickup: json,
    dropoff: json,
    route: json,
    price: json,
    duration_minutes: { type: 'int' },
    expires_at: { type: 'timestamptz' },
    created_at: { type: 'timestamptz', createDate: true },
    updated_at: { type: 'timestamptz', updateDate: true },
  },
})

const hashOf = (key) => createHash('sha256').update(key).digest('hex')
const keys = new Set([hashOf(process.env.PEER_KEY)])

class KeyGuard {
  canActivate(context) {
    const key = context.switchToHttp().getRequest().headers['x-api-key']
    if (!key || !keys.has(hashOf(key))) throw new HttpException('unauthorized', 401)
    return true
  }
}
Injectable()(KeyGuard)

class Jobs {
  constructor(jobs) {
    this.jobs = jobs
  }

  async read(id) {
    const job = await this.jobs.findOne({
      where: { id },
      select: { id: true, external_reference: true, status: true, created_at: true, updated_at: true },
    })
    if (!job) throw new NotFoundException()
    return job
  }

  create(body) {
    return this.jobs.save(this.jobs.create(body))
  }
}
Reflect.defineMetadata('self:paramtypes', [{ index: 0, param: getRepositoryToken(Job) }], Jobs)
route(Jobs, 'read', [Get(':id'), Param('id')])
route(Jobs, 'create', [Post(), Body()])
UseGuards(KeyGuard)(Jobs)
Controller('jobs')(Jobs)

function route(type, name, [method, parameter]) {
  parameter(type.prototype, name, 0)
  method(type.prototype, name, Object.getOwnPropertyDescriptor(type.prototype, name))
}

const url = new URL(process.env.DATABASE_URL)
function App() {
  // A module of Nest is a constructor with metadata.
}
Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      host: url.searchParams.get('host'),
      port: Number(url.searchParams.get('port')),
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
      entities: [Job],
      synchronize: true,
      extra: { max: 20 },
    }),
    TypeOrmModule.forFeature([Job]),
  ],
  controllers: [Jobs],
  providers: [KeyGuard],
})(App)

const app = await NestFactory.create(App, { logger: ['error', 'warn', 'log'] })
await app.listen(0, '127.0.0.1')
process.send({ port: app.getHttpServer().address().port })
