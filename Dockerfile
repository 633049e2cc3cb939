# The service with its models and page; see "A club" in service/README.md.
FROM python:3.11-slim
WORKDIR /app
COPY requirements/base.txt requirements/build.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/base.txt -r requirements/build.txt
COPY pyproject.toml README.md LICENSE ./
COPY scorer scorer
COPY vision vision
COPY models models
COPY service service
RUN pip install --no-cache-dir --no-deps --no-build-isolation . && useradd --create-home tableside
USER tableside
EXPOSE 8000
# A stop is waited for until every write that was taken in is finished.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD \
    ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz/ready', timeout=4)"]
CMD ["tableside", "serve", "--host", "0.0.0.0"]
