# The service with its models and page; see "A club" in service/README.md.
# An exact version rather than a moving name, so that two builds of one checkout are alike. A digest binds more tightly:
#   docker buildx imagetools inspect python:3.11.13-slim-bookworm
#   docker compose build --build-arg PYTHON=python:3.11.13-slim-bookworm@sha256:<what it printed>
ARG PYTHON=python:3.11.13-slim-bookworm

FROM ${PYTHON} AS wheel
WORKDIR /source
COPY requirements/build.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/build.txt
# Node bundles the page; the image has none of it.
RUN apt-get update && apt-get install --yes --no-install-recommends nodejs npm && rm -rf /var/lib/apt/lists/*
COPY pyproject.toml hatch_build.py package.json package-lock.json README.md LICENSE ./
COPY scorer scorer
COPY vision vision
COPY models models
COPY service service
COPY tableside tableside
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheel .

FROM ${PYTHON}
COPY requirements/base.txt /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/base.txt
COPY --from=wheel /wheel /tmp/wheel
# A number of its own, which folders of the host can be given to: 10001 is nobody's on common systems.
RUN pip install --no-cache-dir --no-deps /tmp/wheel/*.whl && rm -r /tmp/wheel /tmp/base.txt \
    && groupadd --gid 10001 tableside \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin tableside \
    && install --directory --owner=tableside --group=tableside --mode=0700 /data
USER 10001:10001
# Without PostgreSQL: one file, in a volume that outlives the container.
ENV TABLESIDE_DATABASE=sqlite:////data/tableside.sqlite3
ENV TABLESIDE_CERTIFICATES=/data/certificates
WORKDIR /data
VOLUME /data
EXPOSE 8000
# A stop is waited for until every write that was taken in is finished.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD \
    ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz/ready', timeout=4)"]
CMD ["tableside", "serve", "--host", "0.0.0.0"]
